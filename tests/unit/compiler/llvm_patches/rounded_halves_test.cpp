// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "llvm_patches/rewritten.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

#include <gtest/gtest.h>

namespace {

using namespace llvm;

// What rounds `type` to whole numbers, behind keepRoundingOfHalves().
std::string rounding(const std::string &triple, const std::string &type,
                     const std::string &suffix) {
  weft::test::IrProgram program("target triple = \"" + triple + "\"\ndefine " + type + " @f(" +
                                type + " %x) {\n%whole = call " + type + " @llvm.rint." + suffix +
                                "(" + type + " %x)\nret " + type + " %whole\n}\n");
  weft::test::rewrite(program, weft::keepRoundingOfHalves);
  for (Instruction &instruction : instructions(*program.module->getFunction("f")))
    if (auto *call = dyn_cast<IntrinsicInst>(&instruction))
      return Intrinsic::getBaseName(call->getIntrinsicID()).str();
  return "";
}

constexpr const char *X86 = "x86_64-linux-gnu";

TEST(RoundedHalves, AreRoundedApartFromWhatConvertsThem) {
  EXPECT_EQ("llvm.nearbyint", rounding(X86, "half", "f16"));
  EXPECT_EQ("llvm.nearbyint", rounding(X86, "<8 x half>", "v8f16"));
}

TEST(RoundedHalves, AreLeftWhereLlvmIsRight) {
  EXPECT_EQ("llvm.rint", rounding(X86, "float", "f32"));
  EXPECT_EQ("llvm.rint", rounding("aarch64-linux-gnu", "half", "f16"));
}

TEST(HalvesOfConditions, AreSelected) {
  weft::test::IrProgram program(std::string("target triple = \"") + X86 + R"("
define i1 @f(float %x, half %y) {
  %condition = fcmp oeq float %x, 1.0
  %bits = zext i1 %condition to i16
  %half = bitcast i16 %bits to half
  %result = fcmp olt half %half, %y
  ret i1 %result
}
)");
  weft::test::rewrite(program, weft::selectHalvesOfConditions);
  unsigned selects = 0;
  for (Instruction &instruction : instructions(*program.module->getFunction("f"))) {
    selects += isa<SelectInst>(instruction);
    EXPECT_FALSE(isa<BitCastInst>(instruction));
  }
  EXPECT_EQ(1u, selects);
}

} // namespace
