// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "llvm_patches/rewritten.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

#include <gtest/gtest.h>

namespace {

using namespace llvm;

struct Widened : weft::test::IrProgram {
  Widened(const std::string &text, const char *cpu) : IrProgram(text) {
    weft::test::rewrite(*this, weft::widenMasks, cpu);
  }

  // Instructions that make vectors of i1, but for comparisons.
  unsigned narrowMasks() {
    unsigned count = 0;
    for (Instruction &instruction : instructions(*module->getFunction("f")))
      count += instruction.getType()->isVectorTy() &&
               instruction.getType()->getScalarType()->isIntegerTy(1) && !isa<CmpInst>(instruction);
    return count;
  }
};

// Lanes leave a loop one by one; those that stay count.
std::string loop(unsigned lanes) {
  const std::string n = "<" + std::to_string(lanes) + " x ", mask = n + "i1>", ints = n + "i32>";
  return "define " + ints + " @f(" + ints + " %limits, " + mask + " %lanes) {\n" +
         "entry:\n"
         "  br label %loop\n"
         "loop:\n"
         "  %live = phi " +
         mask +
         " [ %lanes, %entry ], [ %stay, %loop ]\n"
         "  %i = phi i32 [ 0, %entry ], [ %next, %loop ]\n"
         "  %sum = phi " +
         ints +
         " [ zeroinitializer, %entry ], [ %more, %loop ]\n"
         "  %one = insertelement " +
         ints +
         " poison, i32 %i, i64 0\n"
         "  %all = shufflevector " +
         ints + " %one, " + ints + " poison, " + ints +
         " zeroinitializer\n"
         "  %added = add " +
         ints +
         " %sum, %all\n"
         "  %more = select " +
         mask + " %live, " + ints + " %added, " + ints +
         " %sum\n"
         "  %next = add i32 %i, 1\n"
         "  %below = icmp slt " +
         ints +
         " %all, %limits\n"
         "  %kept = freeze " +
         mask +
         " %below\n"
         "  %stay = select " +
         mask + " %live, " + mask + " %kept, " + mask +
         " zeroinitializer\n"
         "  %left = call i1 @llvm.vector.reduce.or(" +
         mask +
         " %stay)\n"
         "  br i1 %left, label %loop, label %exit\n"
         "exit:\n"
         "  %gone = xor " +
         mask +
         " %stay, splat (i1 true)\n"
         "  %result = select " +
         mask + " %gone, " + ints + " %more, " + ints +
         " %limits\n"
         "  ret " +
         ints +
         " %result\n"
         "}\n";
}

TEST(WideMasks, AreAsWideAsWhatIsComparedWhereThereAreNoMaskRegisters) {
  Widened program(loop(8), "x86-64-v3");
  EXPECT_EQ(0u, program.narrowMasks());
  auto &live = cast<PHINode>(*program.module->getFunction("f")->begin()->getNextNode()->begin());
  EXPECT_EQ(32u, live.getType()->getScalarSizeInBits());
}

TEST(WideMasks, StayWhereThereAreMaskRegisters) {
  EXPECT_EQ(4u, Widened(loop(8), "x86-64-v4").narrowMasks());
}

TEST(WideMasks, StayWhereTheyWouldTakeTwoRegisters) {
  EXPECT_EQ(4u, Widened(loop(16), "x86-64-v3").narrowMasks());
}

// Of bits that a number of 128 bits is made a mask of.
unsigned largestMask(const char *cpu) {
  weft::test::IrProgram program("target triple = \"x86_64-linux-gnu\"\n"
                                "define <128 x i8> @f(i128 %lanes) {\n"
                                "  %mask = bitcast i128 %lanes to <128 x i1>\n"
                                "  %bytes = sext <128 x i1> %mask to <128 x i8>\n"
                                "  ret <128 x i8> %bytes\n}\n");
  weft::test::rewrite(program, weft::splitLongMasks, cpu);
  unsigned most = 0;
  for (Instruction &instruction : instructions(*program.module->getFunction("f")))
    if (isa<BitCastInst>(instruction))
      most = std::max(most, unsigned(instruction.getType()->getPrimitiveSizeInBits()));
  return most;
}

TEST(LongMasks, AreMadeInPartsWithoutMaskRegisters) {
  EXPECT_EQ(64u, largestMask("x86-64-v3"));
  EXPECT_EQ(128u, largestMask("x86-64-v4"));
}

} // namespace
