// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What others see of a region's work-item, and the conditions under which it does that.
#ifndef WEFT_PASSES_ANALYSIS_EFFECTS_H
#define WEFT_PASSES_ANALYSIS_EFFECTS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instruction.h"

namespace weft {

// Whether anyone but the work-item can tell that it ran: what it does to its own memory is no such
// thing.
bool isSeenByOthers(const llvm::Instruction &instruction);

// By kernel parameter of a work-item function: whether what it points to may be written by way of
// it, as far as one can see.
llvm::SmallVector<bool> findWrittenParameters(const llvm::Function &item);

// Visits the conditions of branches on the way to `block`, the nearest first, and what they are
// where it runs; up to the first for which `visit` is true. Whether there was one.
bool visitConditions(const llvm::BasicBlock &block, const llvm::DominatorTree &dominators,
                     llvm::function_ref<bool(llvm::Value *condition, bool holds)> visit);

} // namespace weft
#endif
