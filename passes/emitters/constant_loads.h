// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads of constant memory in code that stands twice.
//
// A row's work-items run as a vector if some check holds, else one by one; what a vector loads of a
// table in constant memory, and sorts out over its lanes, is often the same for all rows. But LLVM
// takes nothing out of a loop that only one side of a branch in it does: the other one might not.
#ifndef WEFT_PASSES_EMITTERS_CONSTANT_LOADS_H
#define WEFT_PASSES_EMITTERS_CONSTANT_LOADS_H

#include "llvm/IR/Instructions.h"
#include "llvm/IR/PassManager.h"

namespace weft {

// Both sides of the branch run the same work-items.
void markSameItems(llvm::BranchInst &branch);

// Has such branches come after the vector loads that begin one of their sides, if these are of
// constant memory and at the same place in each round of the loop, one that no test is about.
struct HoistConstantLoadsPass : llvm::PassInfoMixin<HoistConstantLoadsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft
#endif
