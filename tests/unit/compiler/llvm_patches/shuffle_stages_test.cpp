// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "llvm_patches/rewritten.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

#include <gtest/gtest.h>

namespace {

// How many fences a function gets.
unsigned fences(const std::string &function) {
  weft::test::IrProgram program(function);
  weft::test::rewrite(program, weft::keepShuffleStages);
  unsigned count = 0;
  for (const llvm::Function &each : *program.module)
    for (const llvm::Instruction &instruction : llvm::instructions(each)) {
      auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
      count += call && call->getIntrinsicID() == llvm::Intrinsic::arithmetic_fence;
    }
  return count;
}

TEST(ShuffleStages, AreKeptApart) {
  EXPECT_EQ(2u, fences(R"(
define <4 x i32> @f(<4 x i32> %a, <4 x i32> %b, <4 x i32> %c, <4 x i32> %d) {
  %ac = shufflevector <4 x i32> %a, <4 x i32> %c, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %bd = shufflevector <4 x i32> %b, <4 x i32> %d, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %row = shufflevector <4 x i32> %ac, <4 x i32> %bd, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  ret <4 x i32> %row
})"));
}

TEST(ShuffleStages, AreNotSplatsOrMovesWithinAVector) {
  EXPECT_EQ(0u, fences(R"(
define <4 x float> @f(<4 x float> %a, float %x) {
  %first = insertelement <4 x float> poison, float %x, i64 0
  %splat = shufflevector <4 x float> %first, <4 x float> poison, <4 x i32> zeroinitializer
  %moved = shufflevector <4 x float> %a, <4 x float> poison, <4 x i32> <i32 1, i32 2, i32 3, i32 0>
  %both = shufflevector <4 x float> %splat, <4 x float> %moved, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  ret <4 x float> %both
})"));
}

TEST(ShuffleStages, OfPointersStayAsTheyAre) {
  EXPECT_EQ(0u, fences(R"(
define <4 x ptr> @f(<4 x ptr> %a, <4 x ptr> %b) {
  %one = shufflevector <4 x ptr> %a, <4 x ptr> %b, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %two = shufflevector <4 x ptr> %one, <4 x ptr> %a, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  ret <4 x ptr> %two
})"));
}

} // namespace
