// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads that begin each round of a loop over work-items, all of the same place.
//
// A round may store to where the next one loads, as far as LLVM knows. But rounds are work-items:
// what one of them stores there, another one's load cannot be told to come behind by anything that
// the load follows, so that the program has a data race (OpenCL C, memory consistency model), and
// may get either value. All get the one from before the loop:
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
