// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/pages/source_files.h"

#include "support/spirv_module.h"

#include <cstring>
#include <fstream>
#include <iterator>

namespace weft {
namespace {

// What the front end calls a source that is text.
constexpr const char *MainFile = "program.cl";

// Longer ones are no sources that anybody reads.
constexpr size_t LargestFile = 16 << 20;

std::optional<std::string> contents(const std::string &path) {
  std::ifstream in(path, std::ios::binary);
  if (!in)
    return std::nullopt;
  std::string text(std::istreambuf_iterator<char>(in), {});
  return in.bad() || text.size() > LargestFile ? std::nullopt : std::optional(text);
}

std::string baseName(const std::string &path) { return path.substr(path.rfind('/') + 1); }

// Words of SPIR-V that hold a string, as far as there is one.
std::string literal(const std::vector<uint32_t> &words, size_t first, size_t end) {
  std::string text;
  for (size_t i = first; i < end; ++i)
    for (unsigned byte = 0; byte < 4; ++byte)
      if (const char c = char(words[i] >> (8 * byte)); c)
        text += c;
      else
        return text;
  return text;
}

// The texts that OpSource has, by the names of their files (SPIR-V specification, 3.49.2).
std::map<std::string, std::string> textsOf(const std::string &module) {
  constexpr uint32_t Magic = 0x07230203, Header = 5;
  enum : uint32_t { OpSourceContinued = 2, OpSource = 3, OpString = 7 };
  std::vector<uint32_t> words(module.size() / 4);
  std::memcpy(words.data(), module.data(), words.size() * 4);
  if (!words.empty() && words[0] != Magic)
    for (uint32_t &word : words)
      word = __builtin_bswap32(word);
  std::map<uint32_t, std::string> strings;
  std::map<std::string, std::string> texts;
  std::string *last = nullptr;
  for (size_t at = Header; at < words.size();) {
    const uint32_t count = words[at] >> 16, operation = words[at] & 0xffff;
    if (count == 0 || count > words.size() - at)
      break;
    const size_t end = at + count;
    if (operation == OpString && count > 2) {
      strings[words[at + 1]] = literal(words, at + 2, end);
    } else if (operation == OpSource && count > 4) {
      last = &texts[strings[words[at + 3]]];
      *last = literal(words, at + 4, end);
    } else if (operation == OpSourceContinued && last) {
      *last += literal(words, at + 1, end);
    }
    at = end;
  }
  return texts;
}

} // namespace

SourceFilesOnPage::SourceFilesOnPage(const std::string &path, const std::string &program)
    : folder(path.substr(0, path.rfind('/') + 1)), is_text(!isSpirv(program)) {
  if (is_text) {
    numbers[MainFile] = 0;
    files.push_back({baseName(path), program});
  } else {
    inside = textsOf(program);
  }
}

SourceFilesOnPage::File SourceFilesOnPage::read(const std::string &name) const {
  if (const auto text = inside.find(name); text != inside.end())
    return {name, text->second};
  // A module may have come from another folder together with its source.
  if (std::optional<std::string> text = contents(name))
    return {name, text};
  return {name, is_text ? std::nullopt : contents(folder + baseName(name))};
}

uint32_t SourceFilesOnPage::numberOf(const std::string &name) {
  const auto [known, fresh] = numbers.try_emplace(name, uint32_t(files.size()));
  if (fresh)
    files.push_back(read(name));
  return known->second;
}

} // namespace weft
