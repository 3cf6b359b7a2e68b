// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A work-group runs on one thread, so that atomic operations on its __local memory need no lock:
// they become a load, the operation and a store. To be run on what an emitter made, whose loops
// over work-items are marked parallel by then: the new accesses are not, so that the rounds keep
// their order.
#ifndef WEFT_PASSES_ANALYSIS_THREAD_LOCAL_ATOMICS_H
#define WEFT_PASSES_ANALYSIS_THREAD_LOCAL_ATOMICS_H

#include "llvm/IR/Instructions.h"
#include "llvm/IR/PassManager.h"

namespace weft {

/// Whether only this thread sees the memory of an atomic operation.
bool isThreadLocal(const llvm::AtomicRMWInst &operation);

struct LowerThreadLocalAtomicsPass : llvm::PassInfoMixin<LowerThreadLocalAtomicsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace weft
#endif
