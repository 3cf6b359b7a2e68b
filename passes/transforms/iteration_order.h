// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes the mark `parallel` from loops in which LLVM's loop vectoriser would break the order within
// an iteration.
//
//   a[8 * i] = x              y.. = gather a[8 * i + k..]
//   y = a[8 * i + k]    ->    a[8 * i ..] = x..              what LLVM would make of it
//
// Requires    It runs right before loop vectorisation: pairs that the optimiser has removed by then
// do no
//             harm.
// Guarantees  Loops with a store before a load that may be of the same memory, in one iteration,
// have no
//             mark, so that LLVM looks at the dependences itself. Nothing else changes.
// Why         Iterations of a loop over work-items may run in any order, but within one a load sees
// the
//             stores before it. LLVM forgets that where it joins strided accesses, which moves
//             stores down and loads up.
#ifndef WEFT_PASSES_TRANSFORMS_ITERATION_ORDER_H
#define WEFT_PASSES_TRANSFORMS_ITERATION_ORDER_H

#include "llvm/IR/PassManager.h"

namespace weft {

struct KeepIterationOrderPass : llvm::PassInfoMixin<KeepIterationOrderPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft
#endif
