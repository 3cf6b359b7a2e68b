// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/codegen/rounded_halves.h"
#include "ir_program.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

#include <gtest/gtest.h>

namespace {

using namespace llvm;

// What rounds `type` to whole numbers, behind keepRoundingOfHalves(), where `use` takes the result.
std::string rounding(const std::string &type, const std::string &suffix, const std::string &use) {
  weft::test::IrProgram program("target triple = \"x86_64-linux-gnu\"\ndefine void @f(" + type +
                                " %x, ptr %p) {\n%whole = call " + type + " @llvm.rint." + suffix +
                                "(" + type + " %x)\n" + use +
                                "\nstore volatile i32 0, ptr %p\nret void\n}\n");
  weft::keepRoundingOfHalves(*program.module);
  EXPECT_TRUE(program.valid());
  for (Instruction &instruction : instructions(*program.module->getFunction("f")))
    if (auto *call = dyn_cast<IntrinsicInst>(&instruction))
      return Intrinsic::getBaseName(call->getIntrinsicID()).str();
  return "";
}

TEST(RoundedHalves, AreRoundedApartFromTheirConversionToIntegers) {
  EXPECT_EQ("llvm.nearbyint", rounding("half", "f16", "%i = fptosi half %whole to i32"));
  EXPECT_EQ("llvm.nearbyint", rounding("half", "f16", "%i = fptoui half %whole to i16"));
}

TEST(RoundedHalves, AreLeftWhereLlvmIsRight) {
  EXPECT_EQ("llvm.rint", rounding("half", "f16", "%y = fneg half %whole"));
  EXPECT_EQ("llvm.rint", rounding("float", "f32", "%i = fptosi float %whole to i32"));
  EXPECT_EQ("llvm.rint",
            rounding("<4 x half>", "v4f16", "%i = fptosi <4 x half> %whole to <4 x i32>"));
}

} // namespace
