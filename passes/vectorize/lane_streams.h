// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Unrolls loops in which each lane reads or writes a row of memory of its own, element by element,
// such as the product of a matrix and a vector with one work-item for each row.
//
//   for k: sum += a[lane * n + k] * x[k]       for k by 8: v = a[lane * n + k ... + 7]   (one load)
//                                         =>               sum += v[0] * x[k]; ... v[7] * x[k + 7]
//                                              for the rest of k: as before
//
// Requires    The form of FlowLevels, and shapes that are up to date.
// Guarantees  The same accesses and values, and that form; the shapes are out of date if it returns
//             true. Where stores of the loop may write what it reads, other than at a number of
//             bytes from there that is known, there are two loops and a test of the addresses
//             before them, and in the one for separate memory sums stay in registers.
// Why         Lane by lane such a loop gathers one element of each of as many cache lines as there
//             are lanes, in each iteration. Rows that are a power of two apart share a set of the
//             cache, which does not hold so many lines. What the copies access side by side becomes
//             one access for each lane (joinNeighbours) and a transposition.
#ifndef WEFT_PASSES_VECTORIZE_LANE_STREAMS_H
#define WEFT_PASSES_VECTORIZE_LANE_STREAMS_H

#include "passes/analysis/shape_analysis.h"

#include "llvm/IR/PassManager.h"

namespace weft {

bool unrollLaneStreams(llvm::Function &function, const ShapeInfo &shapes,
                       llvm::FunctionAnalysisManager &analyses);

// Forgets the alias scopes of `function` that `original` has not. The tests of addresses hold for
// one work-item: what another one has written before a barrier may well be what this one reads.
void keepAliasScopesOf(const llvm::Function &original, llvm::Function &function);

} // namespace weft
#endif
