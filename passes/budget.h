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

inline bool hasBlockBeyond(const llvm::Function &function, size_t instructions) {
  return llvm::any_of(function,
                      [&](const llvm::BasicBlock &block) { return block.size() > instructions; });
}

} // namespace weft::budget
#endif
