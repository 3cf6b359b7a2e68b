// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A work-item loop whose accesses are marked parallel may run its rounds in any order, but within a
// round a load sees the stores before it. LLVM's loop vectoriser forgets that where it gathers
// strided accesses into a group, which moves stores down and loads up:
//
//   a[8 * i] = x              y.. = gather a[8 * i + k..]
//   y = a[8 * i + k]    ->    a[8 * i ..] = x..
//
// Loops with such a pair lose the mark, so that LLVM looks at the dependences itself.
//
// To be run right before loop vectorisation: what the optimiser has removed by then does no harm.
#ifndef WEFT_PASSES_EMITTERS_ROUND_ORDER_H
#define WEFT_PASSES_EMITTERS_ROUND_ORDER_H

#include "llvm/IR/PassManager.h"

namespace weft {

struct KeepRoundOrderPass : llvm::PassInfoMixin<KeepRoundOrderPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft
#endif
