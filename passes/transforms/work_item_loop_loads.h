// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes loads of one place that begin each iteration of a loop over work-items out of the loop.
//
//   for (x) { f = m[row]; a[x] -= f * b[x]; }    =>    f = m[row]; for (x) a[x] -= f * b[x];
//
// Requires    The loop is marked as one over the work-items of a region (workItemLoopProperty).
// Guarantees  The same results for programs without data races. Moved are loads of global or
// constant
//             memory that come before whatever may write.
// Why         As far as LLVM knows, an iteration may store to where the next one loads. But
// iterations are
//             work-items, and nothing orders a load that begins a work-item after another
//             work-item's store: a program that does both has a data race (OpenCL C, memory
//             consistency model).
#ifndef WEFT_PASSES_TRANSFORMS_WORK_ITEM_LOOP_LOADS_H
#define WEFT_PASSES_TRANSFORMS_WORK_ITEM_LOOP_LOADS_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class LLVMContext;
class MDNode;
} // namespace llvm

namespace weft {

// The property that tells a loop over the work-items of one region from others, for its
// `llvm.loop` metadata.
llvm::MDNode *workItemLoopProperty(llvm::LLVMContext &context);

// Has the loads leave such loops: those that come before whatever may write, of global or constant
// memory.
struct HoistItemLoadsPass : llvm::PassInfoMixin<HoistItemLoadsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft
#endif
