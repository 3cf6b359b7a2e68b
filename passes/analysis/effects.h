// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Effects of a work-item that others can observe, and the branch conditions they are under.
#ifndef WEFT_PASSES_ANALYSIS_EFFECTS_H
#define WEFT_PASSES_ANALYSIS_EFFECTS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instruction.h"

namespace weft {

// Whether the instruction has side effects other than stores to the work-item's own allocas.
bool isSeenByOthers(const llvm::Instruction &instruction);

// For each kernel parameter of a work-item function: whether memory may be written through it. All
// are true if some write cannot be traced to its object.
llvm::SmallVector<bool> findWrittenParameters(const llvm::Function &item);

// Visits the conditions of the branches that decide whether `block` runs, nearest first, each with
// the value that it has there. Up to the first for which `visit` is true; whether there was one.
bool visitConditions(const llvm::BasicBlock &block, const llvm::DominatorTree &dominators,
                     llvm::function_ref<bool(llvm::Value *condition, bool holds)> visit);

} // namespace weft
#endif
