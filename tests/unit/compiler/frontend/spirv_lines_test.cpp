// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What SPIR-V modules say of the lines of their source is what the IR says.
#include "compiler/frontend/spirv/spirv_front_end.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

#include <fstream>
#include <gtest/gtest.h>
#include <iterator>

namespace weft {
namespace {

class SpirvLines : public ::testing::Test {
protected:
  std::unique_ptr<llvm::Module> read(const std::string &name, bool debug) {
    std::ifstream file(std::string(WEFT_TEST_MODULES) + "/" + name + ".spv", std::ios::binary);
    const std::string bytes(std::istreambuf_iterator<char>(file), {});
    Options options;
    options.debug = debug;
    Log log;
    auto module = readSpirv(bytes, {}, options, context, log);
    EXPECT_TRUE(module) << log.str();
    return module;
  }
  // "file:line:column" of the first such instruction.
  static std::string place(const llvm::Module &module, unsigned opcode) {
    for (const llvm::Function &function : module)
      for (const llvm::Instruction &instruction : llvm::instructions(function))
        if (instruction.getOpcode() == opcode && instruction.getDebugLoc()) {
          const llvm::DebugLoc &at = instruction.getDebugLoc();
          auto *scope = llvm::cast<llvm::DIScope>(at.getScope());
          return (scope->getDirectory() + "/" + scope->getFilename() + ":" +
                  llvm::Twine(at.getLine()) + ":" + llvm::Twine(at.getCol()))
              .str();
        }
    return "nowhere";
  }
  llvm::LLVMContext context;
};

TEST_F(SpirvLines, AreThoseOfOpLine) {
  auto module = read("lines", true);
  ASSERT_TRUE(module);
  EXPECT_EQ(place(*module, llvm::Instruction::Load), "/src/first.cpp:11:3");
  EXPECT_EQ(place(*module, llvm::Instruction::Mul), "/include/second.h:22:5");
  EXPECT_EQ(place(*module, llvm::Instruction::Store), "/src/first.cpp:12:7");
  EXPECT_EQ(place(*module, llvm::Instruction::Call), "/src/first.cpp:11:0");
}

TEST_F(SpirvLines, AreThoseOfDebugLine) {
  auto module = read("debug_lines", true);
  ASSERT_TRUE(module);
  EXPECT_EQ(place(*module, llvm::Instruction::Load), "/src/third.cpp:31:9");
  EXPECT_EQ(place(*module, llvm::Instruction::Store), "/src/third.cpp:32:1");
}

TEST_F(SpirvLines, AreNotThereUnlessAskedFor) {
  auto module = read("lines", false);
  ASSERT_TRUE(module);
  EXPECT_EQ(place(*module, llvm::Instruction::Load), "nowhere");
}

} // namespace
} // namespace weft
