// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Moves broadcast loads back into a loop that uses more of them than registers can hold.
//
//   s = splat(load tile[0])                        for (x)
//   t = splat(load tile[1]), ..              ->      c += a[x] * splat(load tile[0])
//   for (x) c += a[x] * s, d += a[x] * t, ..         d += a[x] * splat(load tile[1]), ..
//
// Requires    Loop-invariant code motion has run, which is what hoists such loads.
// Guarantees  The same values: nothing in between or in the loop may write to the address.
// Why         Vectors beyond the registers are spilled, each to as much stack as its lanes take.
//             Loaded where they are used, elements are broadcast by the operand that loads them
//             where the target has such operands, and by one load elsewhere.
#ifndef WEFT_PASSES_TRANSFORMS_BROADCAST_LOADS_H
#define WEFT_PASSES_TRANSFORMS_BROADCAST_LOADS_H

#include "llvm/IR/PassManager.h"

namespace weft {

struct ReturnBroadcastLoadsPass : llvm::PassInfoMixin<ReturnBroadcastLoadsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft
#endif
