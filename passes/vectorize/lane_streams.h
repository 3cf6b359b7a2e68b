// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Unrolls loops in which each lane walks a row of memory of its own, element by element, such as
// the product of a matrix and a vector with one work-item for each row.
//
//   for k: sum += a[lane * n + k] * x[k]       for k by 8: v = a[lane * n + k ... + 7]   (one load)
//                                         =>               sum += v[0] * x[k]; ... v[7] * x[k + 7]
//                                              for the rest of k: as before
//
// Requires    The form of FlowLevels, and shapes that are up to date.
// Guarantees  The same accesses and values; returns whether anything changed: the form has to be
//             made again (prepareLoops()), and shapes are out of date. Where stores of the loop may
//             alias its loads, other than at a known distance, there are two versions of the loop
//             and a test of addresses before them, of which one keeps sums in registers.
// Why         Lane by lane such a loop gathers one element from each of as many cache lines as
//             there are lanes, in each iteration. Rows that are a power of two apart share a set of
//             the cache, which cannot hold so many lines. Unrolled, the consecutive accesses of a
//             lane become one (joinNeighbours()), and a transposition.
#ifndef WEFT_PASSES_VECTORIZE_LANE_STREAMS_H
#define WEFT_PASSES_VECTORIZE_LANE_STREAMS_H

#include "passes/analysis/shape_analysis.h"

#include "llvm/IR/PassManager.h"

namespace weft {

bool unrollLaneStreams(llvm::Function &function, const ShapeInfo &shapes,
                       llvm::FunctionAnalysisManager &analyses);

// Removes the alias scopes from `function` that `original` does not have. The tests of addresses
// hold for one work-item only: it may read what others wrote before a barrier.
void keepAliasScopesOf(const llvm::Function &original, llvm::Function &function);

} // namespace weft
#endif
