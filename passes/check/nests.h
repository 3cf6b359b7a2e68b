// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Places that are the same distance apart, in several dimensions.
#ifndef WEFT_PASSES_CHECK_NESTS_H
#define WEFT_PASSES_CHECK_NESTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/IRBuilder.h"

namespace weft {

// i64: `count` places, each `step` bytes behind the one before it; neither is negative.
struct NestDimension {
  llvm::Value *step, *count;
};

struct Nest {
  llvm::Value *is_apart; // i1: no two places overlap
  llvm::Value *reach;    // i64: from the first byte to behind the last one
};

// Whether each step goes beyond all that the smaller ones, and the `width` bytes of one place,
// reach:
//
//   a[y * pitch + x]        4 >= 4  and  4 * pitch >= 4 * (size_x - 1) + 4
Nest makeNest(llvm::IRBuilderBase &builder, llvm::Value *width,
              llvm::ArrayRef<NestDimension> dimensions);

// The larger and the smaller one, as signed numbers.
llvm::Value *makeMost(llvm::IRBuilderBase &builder, llvm::Value *a, llvm::Value *b);
llvm::Value *makeLeast(llvm::IRBuilderBase &builder, llvm::Value *a, llvm::Value *b);
llvm::Value *makeMagnitude(llvm::IRBuilderBase &builder, llvm::Value *step);

} // namespace weft
#endif
