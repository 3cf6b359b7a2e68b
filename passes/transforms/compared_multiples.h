// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Leaves out of a comparison what cannot decide it.
//
//   or disjoint (shl %group, 4), (shl %local, 1)  <  shl %n, 4      where %local < 8
//     =>   shl %group, 4  <  shl %n, 4
//
// Requires    InstCombine has run: it writes sums without common bits as `or disjoint`.
// Guarantees  A comparison by < or >= with a multiple of a power of two names no number that only
//             sets bits below that power.
// Why         Kernels in tiles treat the tiles at a matrix's edge apart, by a comparison that names
//             a local id though a whole tile decides alike. Without it the branch is the same for a
//             group: barriers under it need no record of who waits there, and lanes no masks.
#ifndef WEFT_PASSES_TRANSFORMS_COMPARED_MULTIPLES_H
#define WEFT_PASSES_TRANSFORMS_COMPARED_MULTIPLES_H

#include "llvm/IR/PassManager.h"

namespace weft {

struct CompareMultiplesPass : llvm::PassInfoMixin<CompareMultiplesPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft
#endif
