// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes loads of one element for all lanes back into a loop that has more of them than registers.
//
//   s = splat(load tile[0])                        for (x)
//   t = splat(load tile[1]), ..              ->      c += a[x] * splat(load tile[0])
//   for (x) c += a[x] * s, d += a[x] * t, ..         d += a[x] * splat(load tile[1]), ..
//
// Requires    Loop-invariant code motion has run: it is what takes such loads out.
// Guarantees  The same values: nothing in the loop may write to where they come from.
// Why         Vectors that no register holds go to the stack, where each takes as much room as its
//             lanes do. As operands, elements of memory are broadcast for nothing where the target
//             has such operands, and elsewhere for no more than a load takes.
#ifndef WEFT_PASSES_TRANSFORMS_BROADCAST_LOADS_H
#define WEFT_PASSES_TRANSFORMS_BROADCAST_LOADS_H

#include "llvm/IR/PassManager.h"

namespace weft {

struct ReturnBroadcastLoadsPass : llvm::PassInfoMixin<ReturnBroadcastLoadsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft
#endif
