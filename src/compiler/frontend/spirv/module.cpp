// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/frontend/spirv/module.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"

#include <cstring>

namespace weft::spirv {
namespace {

constexpr size_t HeaderWords = 5;
constexpr uint32_t MaxBound = 0x3fffff;      // "Universal Limits" of the specification
constexpr size_t MaxWords = size_t(1) << 26; // 256 MiB

class Parser {
public:
  Parser(Module &module, Log &log) : module(module), log(log) {}

  bool run() {
    size_t at = HeaderWords;
    while (at < module.words.size())
      if (!instruction(at))
        return false;
    return true;
  }

private:
  bool fail(const llvm::Twine &why) {
    log.error("SPIR-V, word " + llvm::Twine(offset) + ": " + (name.empty() ? "" : name + ": ") +
              why);
    return false;
  }

  bool instruction(size_t &at) {
    const uint32_t first = module.words[at];
    const size_t count = first >> 16;
    offset = uint32_t(at);
    name.clear();
    if (!count || count > module.words.size() - at)
      return fail("an instruction of " + llvm::Twine(count) + " words, where there are " +
                  llvm::Twine(module.words.size() - at));
    const OpInfo *info = opInfo(first & 0xffff);
    if (!info)
      return fail("unknown instruction " + llvm::Twine(first & 0xffff));
    name = info->name;
    Instruction &made = module.instructions.emplace_back();
    made.info = info;
    made.offset = offset;
    rest = llvm::ArrayRef(module.words).slice(at + 1, count - 1);
    const char *pattern = info->operands;
    if (*pattern == 'T' && !id(made.type))
      return false;
    pattern += *pattern == 'T';
    if (*pattern == 'R' && (!id(made.result) || !define(made.result)))
      return false;
    pattern += *pattern == 'R';
    made.operands = rest;
    if (!operands(pattern, made))
      return false;
    if (made.op() == spv::Op::OpExtInstImport)
      importSet(made);
    // LLVM 22.1 writes a word after the null of an event.
    if (!rest.empty() && made.op() != spv::Op::OpConstantNull)
      return fail("has words too many");
    at += count;
    return true;
  }

  bool define(uint32_t id) {
    if (module.definitions[id])
      return fail("defines id " + llvm::Twine(id) + " again");
    module.definitions[id] = uint32_t(module.instructions.size());
    return true;
  }

  bool word(uint32_t &value) {
    if (rest.empty())
      return fail("lacks an operand");
    value = rest.front();
    rest = rest.drop_front();
    return true;
  }

  bool id(uint32_t &value) {
    if (!word(value))
      return false;
    if ((!value && !may_lack) || value >= module.bound)
      return fail("id " + llvm::Twine(value) + " is not below the bound of " +
                  llvm::Twine(module.bound));
    return true;
  }

  bool operands(const char *pattern, const Instruction &made) {
    while (*pattern) {
      const char kind = *pattern++;
      const unsigned letter = kind == 'E' ? unsigned(*pattern++ - '0') : 0;
      const bool optional = *pattern == '?', repeated = *pattern == '*';
      pattern += optional || repeated;
      if ((optional || may_lack) && rest.empty())
        continue;
      if (!repeated) {
        if (!operand(kind, letter, made))
          return false;
        continue;
      }
      while (!rest.empty())
        if (!operand(kind, letter, made))
          return false;
    }
    return true;
  }

  bool operand(char kind, unsigned letter, const Instruction &made) {
    uint32_t ignored = 0;
    switch (kind) {
    case 'i':
    case 'T':
    case 'R':
      return id(ignored);
    case 'l':
      return word(ignored);
    case 'x':
      return extended(made);
    case 'A':
      return made.op() == spv::Op::OpSwitch ? switchCases(made) : word(ignored) && id(ignored);
    case 'B':
      return id(ignored) && word(ignored);
    case 'C':
      return id(ignored) && id(ignored);
    case 'n':
      // As wide as the type says; constants.cpp and control.cpp hold it against the type.
      if (!word(ignored))
        return false;
      rest = {};
      return true;
    case 's': {
      unsigned count = 0;
      literalString(rest, count);
      if (!count)
        return fail("a string does not end");
      rest = rest.drop_front(count);
      return true;
    }
    case 'o': {
      uint32_t opcode = 0;
      if (!word(opcode))
        return false;
      const OpInfo *info = opInfo(opcode);
      if (!info || info->operands[0] != 'T' || info->operands[1] != 'R')
        return fail("instruction " + llvm::Twine(opcode) + " does not make a constant");
      return operands(info->operands + 2, made);
    }
    case 'E':
      return enumerant(letter, made);
    default:
      return fail("an operand that the grammar does not describe");
    }
  }

  void importSet(const Instruction &import) {
    unsigned words = 0;
    const llvm::StringRef set = literalString(import.operands, words);
    if (!set.starts_with("NonSemantic."))
      sets[import.result] = extSet(set);
    if (set == "OpenCL.std")
      opencl_set = import.result;
  }

  // Of sets other than OpenCL.std no code is made: what producers write in them beyond the grammar,
  // or leave out, does not matter. Of a set that is not known the reader says so.
  bool extended(const Instruction &made) {
    uint32_t opcode = 0;
    if (!word(opcode))
      return false;
    auto set = sets.find(made.operands[0]);
    if (set == sets.end())
      return true; // ids, as the core's grammar has it
    const ExtInfo *info = set->second ? extInfo(*set->second, opcode) : nullptr;
    const bool is_opencl = made.operands[0] == opencl_set;
    may_lack = !is_opencl;
    const bool fits = !info || operands(info->operands, made);
    may_lack = false;
    if (fits && info && is_opencl && !rest.empty())
      return fail("has words too many for " + llvm::Twine(info->name));
    rest = {};
    return fits;
  }

  // Literals as wide as the selector, which control.cpp looks at: here only that words are left.
  bool switchCases(const Instruction &) {
    rest = {};
    return true;
  }

  bool enumerant(unsigned kind, const Instruction &made) {
    uint32_t value = 0;
    if (!word(value))
      return false;
    if (!isBits(kind)) {
      const EnumInfo *info = enumInfo(kind, value);
      // Newer enumerants than the grammar's: what they mean is not known, nor what follows.
      if (!info)
        return fail("unknown operand " + llvm::Twine(value));
      return operands(info->params, made);
    }
    for (uint32_t bits = value; bits; bits &= bits - 1) {
      const EnumInfo *info = enumInfo(kind, bits & -bits);
      if (!info)
        return fail("unknown bits of an operand: 0x" + llvm::utohexstr(value));
      if (!operands(info->params, made))
        return false;
    }
    return true;
  }

  Module &module;
  Log &log;
  uint32_t offset = 0;
  std::string name;
  llvm::ArrayRef<uint32_t> rest;
  bool may_lack = false;                         // the operands at hand
  llvm::DenseMap<uint32_t, const ExtSet *> sets; // by id of their import; null: no grammar
  uint32_t opencl_set = 0;
};

bool readHeader(Module &module, Log &log) {
  const uint32_t version = module.words[1];
  const unsigned major = version >> 16 & 0xff, minor = version >> 8 & 0xff;
  if (version & 0xff0000ff || major != 1 || minor > 6) {
    log.error("SPIR-V " + llvm::Twine(major) + "." + llvm::Twine(minor) +
              " is not supported: versions are 1.0 to 1.6");
    return false;
  }
  module.bound = module.words[3];
  if (!module.bound || module.bound > MaxBound) {
    log.error("SPIR-V, word 3: a bound of " + llvm::Twine(module.bound) + ", the limit is " +
              llvm::Twine(MaxBound));
    return false;
  }
  if (module.words[4]) {
    log.error("SPIR-V, word 4: unknown schema " + llvm::Twine(module.words[4]));
    return false;
  }
  return true;
}

} // namespace

llvm::StringRef literalString(llvm::ArrayRef<uint32_t> words, unsigned &count) {
  auto *text = reinterpret_cast<const char *>(words.data());
  const size_t size = words.size() * sizeof(uint32_t);
  const void *end = size ? std::memchr(text, 0, size) : nullptr;
  count = 0;
  if (!end)
    return {};
  const size_t length = size_t(static_cast<const char *>(end) - text);
  count = unsigned(length / sizeof(uint32_t) + 1);
  return {text, length};
}

unsigned literalWords(unsigned bits) { return unsigned(llvm::divideCeil(bits, 32)); }

llvm::APInt literal(llvm::ArrayRef<uint32_t> words, unsigned bits) {
  llvm::SmallVector<uint64_t, 2> parts(llvm::divideCeil(words.size(), 2));
  for (size_t i = 0; i < words.size(); ++i)
    parts[i / 2] |= uint64_t(words[i]) << (i % 2 * 32);
  return llvm::APInt(unsigned(parts.size() * 64), parts).trunc(bits);
}

bool parseModule(llvm::StringRef bytes, Module &module, Log &log) {
  if (bytes.size() < HeaderWords * sizeof(uint32_t) || bytes.size() % sizeof(uint32_t) ||
      bytes.size() / sizeof(uint32_t) > MaxWords) {
    log.error("no SPIR-V module: " + llvm::Twine(bytes.size()) + " bytes");
    return false;
  }
  module.words.resize(bytes.size() / sizeof(uint32_t));
  std::memcpy(module.words.data(), bytes.data(), bytes.size());
  if (module.words[0] == llvm::byteswap(uint32_t(spv::MagicNumber)))
    for (uint32_t &word : module.words)
      word = llvm::byteswap(word);
  if (module.words[0] != spv::MagicNumber) {
    log.error("no SPIR-V module: it does not begin with the magic number");
    return false;
  }
  if (!readHeader(module, log))
    return false;
  module.definitions.resize(module.bound);
  module.instructions.reserve(module.words.size() / 4);
  return Parser(module, log).run();
}

} // namespace weft::spirv
