// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The sizes beyond which something cheaper is done, so that the time of a build grows with the size
// of a kernel about as Clang's does. They are far above what kernels have that are written by hand:
// it is generated and unrolled code that comes here.
#ifndef WEFT_PASSES_BUDGET_H
#define WEFT_PASSES_BUDGET_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Function.h"

namespace weft::budget {

// Instructions of a block up to which VectorCombine may look at a function. For each load it goes
// back to the block's beginning to see whether more may be read, and takes minutes for a hash
// function in straight-line code; what it improves are shuffles and extracted elements.
constexpr size_t LongestBlockToCombine = 4000;

// The same for CodeGenPrepare: each address that it copies to where it is used costs a count of all
// instructions of the block. Addressing modes lose what earlier blocks hold.
constexpr size_t LongestBlockToPrepare = 4000;

// Instructions of a block up to which code is generated for it as a whole, and of the parts that it
// is cut into else (compiler/codegen/short_blocks.h).
constexpr size_t LongestBlockToSelect = 2000;
constexpr size_t PartOfLongBlock = 1000;

// Accesses of a block up to which neighbours are joined. LLVM compares each one's address with
// dozens of others, and addresses that are sums of many parts take a quarter of a build.
constexpr unsigned MostAccessesToJoin = 1000;

// Instructions of a loop up to which there is a copy of it for buffers that are separate.
constexpr size_t LargestVersionedLoop = 400;

// Instructions of all copies of a loop's body that is unrolled for what its lanes access in a row.
constexpr size_t LargestUnrolledStream = 400;

// Iterations of a loop that is unrolled so that private arrays become values, and instructions that
// all such loops of a function add to it. LLVM's own bound for GPUs is of this size.
constexpr unsigned MostUnrolledIterations = 64;
constexpr size_t MostUnrolledForArrays = 2000;

// Elements of these arrays that outlive an iteration of a loop that stays. Of more than registers
// hold, the code generator copies many from one place on the stack to another in each iteration.
constexpr unsigned MostElementsAroundLoops = 40;

// Sums of which a row's check tests each by itself. Beyond, those that differ by a constant are
// tested together: the check is inlined with each loop, and would be as long as the kernel.
constexpr size_t MostSumsToTest = 32;

// Regions whose loops one function holds. The entry function would take the square of their number
// in time; beyond, functions of so many regions each share them, in which what all regions use is
// worked out again, and there is one copy of what is widened.
constexpr size_t MostRegionsInFunction = 16;

// Regions up to which they are widened where somebody waits for the build: a region costs five
// milliseconds as vectors, and one as single work-items.
constexpr size_t MostRegionsToWiden = 32;

// Operations of a widened region, by estimate, where somebody waits for the build. Beyond, as with
// vectors of OpenCL C that gather in each element, its work-items run one by one.
constexpr size_t MostWidenedOperations = 30000;

// Instructions of a kernel's widened regions that have a second copy, for vectors that are not
// full, where somebody waits for the build. Beyond, there is one, under a mask, or where masks are
// not cheap such vectors run one work-item at a time.
constexpr size_t MostInTwoCopies = 2000;

// Calls in a program of functions of the library that are as large as reading an image, up to which
// they are inlined; beyond, all calls share the code of these
// (passes/vectorize/shared_functions.h).
constexpr size_t MostSharedCallsToInline = 8;

// Loops within each other up to which a kernel is widened where somebody waits for the build. A
// change of one has LLVM forget what it knows of all that lie in it, and what leaves several loops
// at once needs a variable in each of them: both take the square of the depth.
constexpr unsigned DeepestNestToWiden = 64;

// Blocks that dominate each other up to which LLVM looks for what branches tell of values behind
// them: for each block it goes back through all those before it.
constexpr unsigned DeepestToCorrelate = 500;

inline bool hasBlockBeyond(const llvm::Function &function, size_t instructions) {
  return llvm::any_of(function,
                      [&](const llvm::BasicBlock &block) { return block.size() > instructions; });
}

} // namespace weft::budget
#endif
