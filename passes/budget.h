// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sizes beyond which something cheaper is done, so that the time of a build grows with the size of
// a kernel about as Clang's does. Only generated and unrolled code comes near to them.
#ifndef WEFT_PASSES_BUDGET_H
#define WEFT_PASSES_BUDGET_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Function.h"

namespace weft::budget {

// Instructions of a block up to which VectorCombine runs on its function. For each load the pass
// goes back to the block's beginning to see whether more may be read, which is quadratic; it
// improves shuffles and extracted elements.
constexpr size_t LongestBlockToCombine = 4000;

// The same for CodeGenPrepare: for each address that it sinks to a use it counts all instructions
// of the block. Without it, addressing modes do not include what other blocks compute.
constexpr size_t LongestBlockToPrepare = 4000;

// Instructions of a block up to which code is selected for it as a whole; and of the parts into
// which a longer one is cut (compiler/codegen/short_blocks.h).
constexpr size_t LongestBlockToSelect = 2000;
constexpr size_t PartOfLongBlock = 1000;

// Instructions of the block in front of a loop up to which IndVarSimplify runs on the loop. It moves
// them behind the loop one by one, for which it takes the square of their number.
constexpr size_t LongestPreheader = 1000;

// Accesses of a block up to which neighbours are joined: LLVM compares dozens of addresses with
// each.
constexpr unsigned MostAccessesToJoin = 1000;

// Instructions of a loop up to which it gets a version for separate buffers
// (passes/transforms/loop_versions.h).
constexpr size_t LargestVersionedLoop = 400;

// Instructions of all copies of the body of a loop that is unrolled for lane streams
// (passes/vectorize/lane_streams.h).
constexpr size_t LargestUnrolledStream = 400;

// Iterations of a loop that is unrolled so that private arrays become values, and instructions that
// all such loops of a function may add to it. LLVM's limit for GPUs is of this size.
constexpr unsigned MostUnrolledIterations = 64;
constexpr size_t MostUnrolledForArrays = 2000;

// Elements of these arrays that live across iterations of a loop that remains. If registers do not
// hold them, each iteration copies them within the stack.
constexpr unsigned MostElementsAroundLoops = 40;

// Sums that a row check tests one by one. If there are more, those that differ by a constant are
// tested together, as the check is inlined at each loop.
constexpr size_t MostSumsToTest = 32;

// Regions whose loops are in one function. LLVM takes the square of their number in time; more are
// divided among several functions, each of which computes again what all regions use.
constexpr size_t MostRegionsInFunction = 16;

// Regions up to which a kernel is widened where somebody waits for the build.
constexpr size_t MostRegionsToWiden = 32;

// Estimated operations of a widened region, where somebody waits for the build. With more, as of
// OpenCL C's vectors with a gather for each element, its work-items run one by one.
constexpr size_t MostWidenedOperations = 30000;

// Instructions of a kernel's widened regions that have a second copy for vectors that are not full,
// where somebody waits for the build. Further regions have one copy, under a mask; where masks are
// not cheap, their vectors that are not full run work-item by work-item.
constexpr size_t MostInTwoCopies = 2000;

// Calls of shared functions of the library in a program up to which they are inlined; with more,
// all calls use forms (passes/vectorize/shared_functions.h).
constexpr size_t MostSharedCallsToInline = 8;

// Depth of nested loops up to which a kernel is widened where somebody waits for the build. When a
// loop changes, LLVM forgets what it knows of all loops in it, and an exit out of several loops
// needs a variable in each: both take the square of the depth.
constexpr unsigned DeepestNestToWiden = 64;

// Depth of the dominator tree up to which CorrelatedValuePropagation runs: for each block it goes
// back through all dominators.
constexpr unsigned DeepestToCorrelate = 500;

inline bool hasBlockBeyond(const llvm::Function &function, size_t instructions) {
  return llvm::any_of(function,
                      [&](const llvm::BasicBlock &block) { return block.size() > instructions; });
}

} // namespace weft::budget
#endif
