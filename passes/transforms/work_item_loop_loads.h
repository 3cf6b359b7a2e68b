// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hoists loads from loops over work-items.
//
//   for (x) { f = m[row]; a[x] -= f * b[x]; }    =>    f = m[row]; for (x) a[x] -= f * b[x];
//
// Requires    The loop is marked as one over the work-items of a region (workItemLoopProperty).
// Guarantees  The same results for programs without data races. Moved are loads of global or
//             constant memory at loop-invariant addresses, up to the first possible write.
// Why         As far as LLVM knows, an iteration may store to where the next one loads. But
//             iterations are work-items, and nothing orders a load at the beginning of one
//             work-item after a store of another: a program that does both has a data race (OpenCL
//             C, memory consistency model).
#ifndef WEFT_PASSES_TRANSFORMS_WORK_ITEM_LOOP_LOADS_H
#define WEFT_PASSES_TRANSFORMS_WORK_ITEM_LOOP_LOADS_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class LLVMContext;
class MDNode;
} // namespace llvm

namespace weft {

// The property that marks a loop over the work-items of one region, for its `llvm.loop` metadata.
llvm::MDNode *workItemLoopProperty(llvm::LLVMContext &context);

struct HoistItemLoadsPass : llvm::PassInfoMixin<HoistItemLoadsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft
#endif
