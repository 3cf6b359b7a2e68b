// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes a load, the operation and a store of atomic operations on a group's local memory.
//
//   atomicrmw add ptr addrspace(3) %p, i32 1    =>    %old = load i32, ptr addrspace(3) %p
//                                                     store i32 (add %old, 1), %p
//
// Requires    The function is what an emitter made: a work-group runs on one thread, whose loops
// over
//             work-items are marked parallel by now.
// Guarantees  The same memory and results in one thread's order. The new accesses are not marked
// parallel,
//             so that iterations of loops over work-items keep their order.
// Why         No other thread sees local memory, so that no lock is needed.
#ifndef WEFT_PASSES_TRANSFORMS_THREAD_LOCAL_ATOMICS_H
#define WEFT_PASSES_TRANSFORMS_THREAD_LOCAL_ATOMICS_H

#include "llvm/IR/PassManager.h"

namespace weft {

struct LowerThreadLocalAtomicsPass : llvm::PassInfoMixin<LowerThreadLocalAtomicsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace weft
#endif
