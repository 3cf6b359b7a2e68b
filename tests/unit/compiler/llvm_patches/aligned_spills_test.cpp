// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "llvm_patches/rewritten.h"

#include <gtest/gtest.h>

namespace {

// Whether a function of so many additions of vectors asks for an aligned stack.
bool isAligned(const char *cpu, unsigned additions, const std::string &type) {
  std::string text = "define " + type + " @f(" + type + " %v0) {\n";
  for (unsigned i = 0; i < additions; ++i)
    text += "%v" + std::to_string(i + 1) + " = add " + type + " %v" + std::to_string(i) + ", %v0\n";
  text += "ret " + type + " %v" + std::to_string(additions) + "\n}\n";
  weft::test::IrProgram program(text);
  weft::test::rewrite(program, weft::alignSpills, cpu);
  return program.module->getFunction("f")->hasFnAttribute("stackrealign");
}

TEST(AlignedSpills, AreOfFunctionsWithMoreVectorsThanRegisters) {
  EXPECT_TRUE(isAligned("x86-64-v3", 17, "<8 x i32>"));
  EXPECT_FALSE(isAligned("x86-64-v3", 16, "<8 x i32>"));
}

TEST(AlignedSpills, AreOfVectorsThatTheCallersStackMaySplit) {
  EXPECT_FALSE(isAligned("x86-64-v3", 40, "<4 x i32>"));
  EXPECT_FALSE(isAligned("x86-64-v3", 40, "i32"));
  EXPECT_FALSE(isAligned("x86-64-v2", 40, "<8 x i32>"));
}

} // namespace
