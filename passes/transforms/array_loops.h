// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Asks for full unrolling of the loops whose counters index private arrays.
//
//   for (i < 24)                           s[10] = rotate(t, 1)
//     s[order[i]] = rotate(t, by[i])   =>  s[7] = rotate(.., 3)      and no array
//                                          ..
//
// Requires    Loops are in simplified form, and SROA has run: the arrays that are left are those
//             with an index that is not constant.
// Guarantees  Only metadata of loops changes (llvm.loop.unroll.full). An array's loops are marked
//             only if their unrolling makes all of its indices constant, so that SROA can take it
//             apart. Loops that the program says not to unroll are not, nor are others for their
//             arrays.
// Why         GPU compilers unroll so, and kernels count on it: states of hash functions and
//             ciphers, tiles of sums, small matrices, sorted lists. LLVM does it for this reason
//             only up to a size meant for CPU code.
#ifndef WEFT_PASSES_TRANSFORMS_ARRAY_LOOPS_H
#define WEFT_PASSES_TRANSFORMS_ARRAY_LOOPS_H

#include "llvm/IR/PassManager.h"

namespace weft {

struct MarkArrayLoopsPass : llvm::PassInfoMixin<MarkArrayLoopsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft
#endif
