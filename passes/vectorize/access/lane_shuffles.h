// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Vectors of lanes, of which accesses make vectors of what lies side by side in memory, and back.
#ifndef WEFT_PASSES_VECTORIZE_ACCESS_LANE_SHUFFLES_H
#define WEFT_PASSES_VECTORIZE_ACCESS_LANE_SHUFFLES_H

#include "llvm/IR/IRBuilder.h"

namespace weft {

// The last lane first.
llvm::Value *reversed(llvm::IRBuilderBase &builder, llvm::Value *vector);

// Parts of W elements each, of which element p belongs to result p % parts: parts become results.
llvm::SmallVector<llvm::Value *, 1> deinterleave(llvm::IRBuilderBase &builder,
                                                 llvm::ArrayRef<llvm::Value *> parts);

// The inverse of deinterleave(). A null element leaves gaps.
llvm::SmallVector<llvm::Value *, 1> interleave(llvm::IRBuilderBase &builder,
                                               llvm::ArrayRef<llvm::Value *> elements);

// Of each lane's `count` elements, the vectors of the first, the second, ...
llvm::SmallVector<llvm::Value *, 1> joinLanes(llvm::IRBuilderBase &builder,
                                              llvm::SmallVectorImpl<llvm::Value *> &lanes,
                                              unsigned count);

// Element p of the result, p in [first, first + W), is lane p / times of `mask`; the elements
// p % times >= used lie between what two lanes want, and are true where `gaps` and both are.
llvm::Value *repeatMask(llvm::IRBuilderBase &builder, llvm::Value *mask, unsigned times,
                        unsigned used, unsigned first, bool gaps);

} // namespace weft
#endif
