// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_PASSES_ANALYSIS_THREAD_LOCAL_MEMORY_H
#define WEFT_PASSES_ANALYSIS_THREAD_LOCAL_MEMORY_H

#include "passes/address_space.h"

#include "llvm/IR/Instructions.h"

namespace weft {

// Whether only this thread sees the memory of an atomic operation: a work-group runs on one.
inline bool isThreadLocal(llvm::SyncScope::ID scope, unsigned address_space) {
  return scope == llvm::SyncScope::SingleThread || address_space == AddressSpace::Local;
}
inline bool isThreadLocal(const llvm::AtomicRMWInst &operation) {
  return isThreadLocal(operation.getSyncScopeID(), operation.getPointerAddressSpace());
}

} // namespace weft
#endif
