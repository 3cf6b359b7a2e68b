// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "llvm_patches/rewritten.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"

#include <gtest/gtest.h>

namespace {

// How many masks of the instructions of a function are constants in sight, behind hideByteMasks().
unsigned masksInSight(const std::string &body) {
  weft::test::IrProgram program("define <16 x i32> @f(<16 x i32> %x, <16 x i32> %y, ptr %p) {\n" +
                                body + "}\n");
  weft::test::rewrite(program, weft::hideByteMasks);
  unsigned seen = 0;
  for (const llvm::Function &function : *program.module)
    for (const llvm::Instruction &instruction : llvm::instructions(function))
      seen += instruction.getOpcode() == llvm::Instruction::And &&
              llvm::isa<llvm::Constant>(instruction.getOperand(1));
  return seen;
}

TEST(ByteMasks, AreHiddenWhereAnyBitsWillDo) {
  EXPECT_EQ(0u, masksInSight("%a = and <16 x i32> %x, splat (i32 255)\n"
                             "%b = and <16 x i32> %y, splat (i32 -65536)\n"
                             "%c = and <16 x i32> %y, splat (i32 255)\n"
                             "%d = xor <16 x i32> %a, %b\n"
                             "%e = add <16 x i32> %c, %d\n"
                             "ret <16 x i32> %e\n"));
}

TEST(ByteMasks, StayWhereOthersAreSelectedForThem) {
  EXPECT_EQ(1u, masksInSight("%a = and <16 x i32> %x, splat (i32 65535)\n"
                             "%b = mul <16 x i32> %a, %y\n"
                             "ret <16 x i32> %b\n"));
  EXPECT_EQ(1u, masksInSight("%a = and <16 x i32> %x, splat (i32 255)\n"
                             "%b = icmp ult <16 x i32> %a, %y\n"
                             "%c = select <16 x i1> %b, <16 x i32> %a, <16 x i32> %x\n"
                             "ret <16 x i32> %c\n"));
  EXPECT_EQ(1u, masksInSight("%a = and <16 x i32> %x, splat (i32 255)\n"
                             "%b = zext <16 x i32> %a to <16 x i64>\n"
                             "store <16 x i64> %b, ptr %p\n"
                             "ret <16 x i32> %y\n"));
}

TEST(ByteMasks, OfPartsOfBytesStay) {
  EXPECT_EQ(2u, masksInSight("%a = and <16 x i32> %x, splat (i32 127)\n"
                             "%b = and <16 x i32> %a, splat (i32 4080)\n"
                             "ret <16 x i32> %b\n"));
}

} // namespace
