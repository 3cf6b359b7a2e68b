// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes loads of constant memory out of one side of a branch that has the same work-items on both.
//
//   for (y)                                          for (y)
//     if (no index wraps)                              %t = load <16 x float>, %table
//       %t = load <16 x float>, %table; ..      =>     if (no index wraps) ..
//     else one by one                                  else one by one
//
// Requires    The branch is marked (markSameItems): both sides run the same work-items. InstCombine
// has
//             run: it would take this back.
// Guarantees  The same values. Moved are vector loads that begin one side, from constant memory, at
// the
//             same place in each iteration of the loop, one that no test is about.
// Why         LLVM takes nothing out of a loop that only one side of a branch in it does, as the
// other side
//             may be what runs. But if both sides run the same work-items, the table may be read on
//             either.
#ifndef WEFT_PASSES_TRANSFORMS_CONSTANT_LOADS_H
#define WEFT_PASSES_TRANSFORMS_CONSTANT_LOADS_H

#include "llvm/IR/Instructions.h"
#include "llvm/IR/PassManager.h"

namespace weft {

// Both sides of the branch run the same work-items.
void markSameItems(llvm::BranchInst &branch);

// Has such branches come after the vector loads that begin one of their sides, if these are of
// constant memory and at the same place in each iteration of the loop, one that no test is about.
struct HoistConstantLoadsPass : llvm::PassInfoMixin<HoistConstantLoadsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft
#endif
