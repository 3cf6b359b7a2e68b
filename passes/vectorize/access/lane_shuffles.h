// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shuffles between vectors of lanes and vectors of what is consecutive in memory.
#ifndef WEFT_PASSES_VECTORIZE_ACCESS_LANE_SHUFFLES_H
#define WEFT_PASSES_VECTORIZE_ACCESS_LANE_SHUFFLES_H

#include "llvm/IR/IRBuilder.h"

namespace weft {

// The lanes in reverse order.
llvm::Value *reversed(llvm::IRBuilderBase &builder, llvm::Value *vector);

// `parts`: vectors of W elements each. Element p of their concatenation goes to result p %
// parts.size().
llvm::SmallVector<llvm::Value *, 1> deinterleave(llvm::IRBuilderBase &builder,
                                                 llvm::ArrayRef<llvm::Value *> parts);

// The inverse of deinterleave(). A null element leaves a gap.
llvm::SmallVector<llvm::Value *, 1> interleave(llvm::IRBuilderBase &builder,
                                               llvm::ArrayRef<llvm::Value *> elements);

// `lanes`: a vector of `count` elements for each lane. Returns the vector of all first elements, of
// all second ones, and so on.
llvm::SmallVector<llvm::Value *, 1> joinLanes(llvm::IRBuilderBase &builder,
                                              llvm::SmallVectorImpl<llvm::Value *> &lanes,
                                              unsigned count);

// Element p of the result, for p in [first, first + W), is lane p / times of `mask` if p % times <
// used. The other elements are gaps between two lanes: true if `gaps` and both of these lanes are.
llvm::Value *repeatMask(llvm::IRBuilderBase &builder, llvm::Value *mask, unsigned times,
                        unsigned used, unsigned first, bool gaps);

} // namespace weft
#endif
