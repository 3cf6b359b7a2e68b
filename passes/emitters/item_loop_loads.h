// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads that begin each round of a loop over work-items, all of the same place.
//
// As far as LLVM knows, a round may store to where the next one loads. But rounds are work-items,
// and a load that begins a work-item comes behind nothing that could order it after another one's
// store: a program that does both has a data race (OpenCL C, memory consistency model). So all
// rounds may have the value from before the loop:
//
//   for (x) { f = m[row]; a[x] -= f * b[x]; }    =>    f = m[row]; for (x) a[x] -= f * b[x];
#ifndef WEFT_PASSES_EMITTERS_ITEM_LOOP_LOADS_H
#define WEFT_PASSES_EMITTERS_ITEM_LOOP_LOADS_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class LLVMContext;
class MDNode;
} // namespace llvm

namespace weft {

// The property that tells a loop over the work-items of one region from others, for its
// `llvm.loop` metadata.
llvm::MDNode *itemLoopProperty(llvm::LLVMContext &context);

// Has the loads leave such loops: those that come before whatever may write, of global or constant
// memory.
struct HoistItemLoadsPass : llvm::PassInfoMixin<HoistItemLoadsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft
#endif
