// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each instruction of each extended set, as the grammar files of spirv-headers have it: which of
// its operands are ids, which are held against the bound, and which are literals, which are not.
#include "compiler/frontend/spirv/module.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <gtest/gtest.h>

#include <cstring>
#include <map>

namespace weft::spirv {
namespace {

constexpr uint32_t Bound = 16, Literal = 0x7fff0000;

using Words = std::vector<uint32_t>;

// A module of the import of the set, and one instruction.
bool isTaken(llvm::StringRef set, uint32_t opcode, const Words &operands) {
  Words words = {spv::MagicNumber, 0x10000, 0, Bound, 0};
  Words name(set.size() / 4 + 1);
  std::memcpy(name.data(), set.data(), set.size());
  words.push_back(uint32_t(name.size() + 2) << 16 | uint32_t(spv::Op::OpExtInstImport));
  words.push_back(1);
  words.insert(words.end(), name.begin(), name.end());
  words.push_back(uint32_t(operands.size() + 5) << 16 | uint32_t(spv::Op::OpExtInst));
  words.insert(words.end(), {2, 3, 1, opcode});
  words.insert(words.end(), operands.begin(), operands.end());
  Module module;
  Log log;
  return parseModule({reinterpret_cast<const char *>(words.data()), words.size() * 4}, module, log);
}

// The words that an instruction may have: true for ids. What is repeated is there twice.
std::vector<bool> operandsOf(const llvm::json::Object &instruction) {
  std::vector<bool> ids;
  const llvm::json::Array *operands = instruction.getArray("operands");
  if (!operands)
    return ids;
  for (const llvm::json::Value &operand : *operands) {
    const llvm::StringRef kind = *operand.getAsObject()->getString("kind");
    const bool repeated = operand.getAsObject()->getString("quantifier") == "*";
    for (int i = 0; i < (repeated ? 2 : 1); ++i)
      ids.insert(ids.end(), kind == "PairIdRefIdRef" ? 2 : 1,
                 kind == "IdRef" || kind == "PairIdRefIdRef");
  }
  return ids;
}

template <typename Fn> void forEachInstruction(llvm::StringRef path, Fn &&each) {
  auto text = llvm::MemoryBuffer::getFile(path);
  ASSERT_TRUE(bool(text)) << path.str();
  llvm::Expected<llvm::json::Value> grammar = llvm::json::parse((*text)->getBuffer());
  ASSERT_TRUE(bool(grammar)) << path.str();
  const llvm::json::Array *instructions = grammar->getAsObject()->getArray("instructions");
  ASSERT_TRUE(instructions && !instructions->empty()) << path.str();
  for (const llvm::json::Value &instruction : *instructions)
    each(*instruction.getAsObject());
}

const std::map<std::string, std::string> Names = {
    {"extinst.opencl.std.100.grammar.json", "OpenCL.std"},
    {"extinst.opencl.debuginfo.100.grammar.json", "OpenCL.DebugInfo.100"},
    {"extinst.debuginfo.grammar.json", "DebugInfo"},
    {"extinst.nonsemantic.shader.debuginfo.100.grammar.json", "NonSemantic.Shader.DebugInfo.100"},
    {"extinst.nonsemantic.debugprintf.grammar.json", "NonSemantic.DebugPrintf"},
    {"extinst.nonsemantic.clspvreflection.grammar.json", "NonSemantic.ClspvReflection.5"}};

TEST(SpirvExtendedInstructions, HaveIdsAndLiteralsWhereTheGrammarHasThem) {
  for (const auto &[file, set] : Names)
    forEachInstruction(WEFT_SPIRV_GRAMMAR "/" + file, [&, set = set](const auto &instruction) {
      const uint32_t opcode = uint32_t(*instruction.getInteger("opcode"));
      const std::vector<bool> is_id = operandsOf(instruction);
      Words operands;
      for (bool id : is_id)
        operands.push_back(id ? 4 : Literal);
      const std::string what = set + " " + instruction.getString("opname")->str();
      EXPECT_TRUE(isTaken(set, opcode, operands)) << what;
      for (size_t i = 0; i < is_id.size(); ++i) {
        Words other = operands;
        other[i] = is_id[i] ? Bound : 0;
        EXPECT_EQ(isTaken(set, opcode, other), !is_id[i]) << what << ", operand " << i;
      }
    });
}

// A set that headers of another version have, and that has literals, has to be one of those.
TEST(SpirvExtendedInstructions, OfSetsThatAreNotReadHaveNoLiterals) {
  std::error_code code;
  unsigned files = 0;
  for (llvm::sys::fs::directory_iterator i(WEFT_SPIRV_GRAMMAR, code), end; i != end && !code;
       i.increment(code)) {
    const std::string file = llvm::sys::path::filename(i->path()).str();
    if (!llvm::StringRef(file).starts_with("extinst.") || Names.contains(file))
      continue;
    ++files;
    forEachInstruction(i->path(), [&](const auto &instruction) {
      for (bool is_id : operandsOf(instruction))
        EXPECT_TRUE(is_id) << file << ": " << instruction.getString("opname")->str();
    });
  }
  EXPECT_FALSE(code);
  EXPECT_GT(files, 0u);
}

TEST(SpirvExtendedInstructions, OfOpenclTakeNoFewerAndNoMoreOperands) {
  using namespace OpenCLLIB;
  EXPECT_TRUE(isTaken("OpenCL.std", Acos, {4}));
  EXPECT_FALSE(isTaken("OpenCL.std", Acos, {}));
  EXPECT_FALSE(isTaken("OpenCL.std", Acos, {4, 4}));
  EXPECT_TRUE(isTaken("OpenCL.std", Vstore_half_r, {4, 5, 6, 0}));
  EXPECT_FALSE(isTaken("OpenCL.std", Vstore_half_r, {4, 5, 6}));
}

// Producers write what the grammar of some version does not have.
TEST(SpirvExtendedInstructions, OfDebugInformationMayHaveMoreOrFewerOperands) {
  constexpr uint32_t DebugSource = 35, Unknown = 4711;
  EXPECT_TRUE(isTaken("OpenCL.DebugInfo.100", DebugSource, {}));
  EXPECT_TRUE(isTaken("OpenCL.DebugInfo.100", DebugSource, {4, 4, Literal}));
  EXPECT_TRUE(isTaken("OpenCL.DebugInfo.100", Unknown, {Literal}));
}

} // namespace
} // namespace weft::spirv
