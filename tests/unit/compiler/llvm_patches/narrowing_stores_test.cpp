// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "llvm_patches/rewritten.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

#include <gtest/gtest.h>

namespace {
using weft::test::IrProgram;

std::string narrowed(unsigned count, const std::string &mask) {
  const std::string n = std::to_string(count);
  return "define void @f(<" + n + " x i64> %x, ptr %p, <" + n + " x i1> %m) {\n%t = trunc <" + n +
         " x i64> %x to <" + n + " x i32>\ncall void @llvm.masked.store.v" + n + "i32.p0(<" + n +
         " x i32> %t, ptr align 4 %p, <" + n + " x i1> " + mask + ")\nret void\n}\n";
}

const char *const First = "<i1 true, i1 false, i1 false, i1 false>";

struct Counts {
  unsigned stores = 0, masked = 0, masked_truncations = 0;
};

Counts countBehind(const std::string &text) {
  IrProgram program(text);
  weft::test::rewrite(program, weft::separateNarrowingStores);
  Counts counts;
  for (const llvm::Function &function : *program.module)
    for (const llvm::Instruction &instruction : llvm::instructions(function)) {
      counts.stores += llvm::isa<llvm::StoreInst>(instruction);
      auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
      if (call && call->getIntrinsicID() == llvm::Intrinsic::masked_store) {
        ++counts.masked;
        counts.masked_truncations += llvm::isa<llvm::TruncInst>(call->getArgOperand(0));
      }
    }
  return counts;
}

TEST(NarrowingStores, OfOneLaneBecomeAStoreOfAnElement) {
  Counts counts = countBehind(narrowed(4, First));
  EXPECT_EQ(1u, counts.stores);
  EXPECT_EQ(0u, counts.masked);
}

TEST(NarrowingStores, OfNoLaneGo) {
  Counts counts = countBehind(narrowed(4, "zeroinitializer"));
  EXPECT_EQ(0u, counts.stores + counts.masked);
}

TEST(NarrowingStores, OfSomeLanesAreTruncatedBefore) {
  Counts counts = countBehind(narrowed(4, "<i1 true, i1 false, i1 true, i1 false>"));
  EXPECT_EQ(0u, counts.stores);
  EXPECT_EQ(1u, counts.masked);
  EXPECT_EQ(0u, counts.masked_truncations);
}

TEST(NarrowingStores, OfAMaskThatVariesStay) {
  EXPECT_EQ(1u, countBehind(narrowed(4, "%m")).masked_truncations);
}

} // namespace
