// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Asks for the unrolling of loops that keep a private array from becoming values.
//
//   for (i < 24)                           s[10] = rotate(t, 1)
//     s[place[i]] = rotate(t, by[i])   =>  s[7] = rotate(.., 3)      and no array
//                                          ..
//
// Requires    Loops are in simplified form, and SROA has run: what is an array still is one because
//             of an index that no loop-free code knows.
// Guarantees  Nothing but properties of loops change (llvm.loop.unroll.full). Of an array for which
//             they do, every element that is accessed is a constant after the unrolling, so that
//             SROA takes the array apart. Loops that the program says not to unroll stay as they
//             are, and the arrays with them.
// Why         GPU compilers do so, and kernels count on it: states of hash functions and ciphers,
//             tiles of sums, small matrices, lists that are sorted. LLVM unrolls for this reason
//             only up to a size that is meant for CPU code.
#ifndef WEFT_PASSES_TRANSFORMS_ARRAY_LOOPS_H
#define WEFT_PASSES_TRANSFORMS_ARRAY_LOOPS_H

#include "llvm/IR/PassManager.h"

namespace weft {

struct MarkArrayLoopsPass : llvm::PassInfoMixin<MarkArrayLoopsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft
#endif
