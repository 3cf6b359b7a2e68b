// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lowers atomic operations that one thread alone can see to a load, the operation and a store.
//
//   atomicrmw add ptr addrspace(3) %p, i32 1    =>    %old = load i32, ptr addrspace(3) %p
//                                                     store i32 (add %old, 1), %p
//
// Requires    An emitted function: a group runs on one thread, in loops already marked parallel.
// Guarantees  The same memory and results as in one thread's order. The new accesses are not marked
//             parallel, so that iterations of loops over work-items keep their order; they are
//             atomic (monotonic, one thread), so that waiting loops read each time.
// Why         No other thread sees local memory, so no lock is needed.
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
