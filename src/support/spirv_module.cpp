// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/spirv_module.h"

#include <cstring>
#include <map>
#include <spirv/unified1/spirv.hpp11>

namespace weft {
namespace {

constexpr size_t HeaderWords = 5;
constexpr uint32_t Magic = spv::MagicNumber;

// The words of a module, in this machine's byte order.
class Words {
public:
  explicit Words(std::string_view bytes) : bytes(bytes) { swapped = (*this)[0] != Magic; }
  size_t count() const { return bytes.size() / sizeof(uint32_t); }
  uint32_t operator[](size_t i) const {
    uint32_t word;
    std::memcpy(&word, bytes.data() + i * sizeof word, sizeof word);
    return swapped ? __builtin_bswap32(word) : word;
  }

private:
  std::string_view bytes;
  bool swapped = false;
};

bool isSupported(uint32_t version) {
  static constexpr uint32_t Versions[] = {
#define WEFT_SPIRV_VERSION(major, minor) (major << 16 | minor << 8),
#include "support/spirv.def"
  };
  for (uint32_t known : Versions)
    if (version == known)
      return true;
  return false;
}

class ConstantReader {
public:
  // Of an instruction: its first word, and how many it has.
  void read(const Words &words, size_t at, size_t count) {
    auto operand = [&](size_t i) { return words[at + 1 + i]; };
    switch (spv::Op(words[at] & 0xffff)) {
    case spv::Op::OpMemoryModel:
      has_model = true;
      break;
    case spv::Op::OpDecorate:
      if (count == 4 && spv::Decoration(operand(1)) == spv::Decoration::SpecId)
        spec_ids[operand(0)] = operand(2);
      break;
    case spv::Op::OpGroupDecorate:
      if (auto group = spec_ids.find(count > 1 ? operand(0) : 0); group != spec_ids.end()) {
        const uint32_t number = group->second;
        for (size_t i = 1; i + 1 < count; ++i)
          spec_ids[operand(i)] = number;
      }
      break;
    case spv::Op::OpTypeInt:
    case spv::Op::OpTypeFloat:
      if (count >= 3)
        sizes[operand(0)] = operand(1) / 8;
      break;
    case spv::Op::OpSpecConstantTrue:
    case spv::Op::OpSpecConstantFalse:
      if (count == 3)
        add(operand(1), 1);
      break;
    case spv::Op::OpSpecConstant:
      if (auto size = sizes.find(count > 3 ? operand(0) : 0); size != sizes.end())
        add(operand(1), size->second);
      break;
    default:
      break;
    }
  }

  std::vector<SpirvConstant> constants;
  bool has_model = false;

private:
  void add(uint32_t id, size_t size) {
    if (auto number = spec_ids.find(id); number != spec_ids.end())
      constants.push_back({number->second, size});
  }

  std::map<uint32_t, uint32_t> spec_ids; // by id of the constant
  std::map<uint32_t, size_t> sizes;      // by id of the type
};

} // namespace

bool isSpirv(std::string_view bytes) {
  using namespace std::string_view_literals;
  return bytes.starts_with("\x03\x02\x23\x07"sv) || bytes.starts_with("\x07\x23\x02\x03"sv);
}

std::optional<std::vector<SpirvConstant>> readSpirvConstants(std::string_view bytes) {
  if (!isSpirv(bytes) || bytes.size() % sizeof(uint32_t) ||
      bytes.size() <= HeaderWords * sizeof(uint32_t))
    return std::nullopt;
  const Words words(bytes);
  if (!isSupported(words[1]) || !words[3] || words[4])
    return std::nullopt;
  ConstantReader reader;
  for (size_t at = HeaderWords; at < words.count();) {
    const size_t count = words[at] >> 16;
    if (!count || count > words.count() - at)
      return std::nullopt;
    reader.read(words, at, count);
    at += count;
  }
  if (!reader.has_model)
    return std::nullopt;
  return std::move(reader.constants);
}

} // namespace weft
