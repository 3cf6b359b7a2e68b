// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_PASSES_CHECK_BARRIER_CHECKS_H
#define WEFT_PASSES_CHECK_BARRIER_CHECKS_H

#include "passes/check/findings.h"
#include "passes/work_item_function.h"

namespace weft {

// Whether work-items of a group may come to different barriers, or some to none: there is a branch
// that they may take differently, with a barrier before they have come together again. To be asked
// before other checks bring branches of their own.
bool mayPartAtBarriers(llvm::Function &item);

// Whether they may come to one with different arguments: AlikeName. Marks of what all have alike
// are gone then.
bool mayDifferAtBarriers(llvm::Function &item);
void dropAlike(llvm::Function &function);

// Requires: a work-item function before regions are formed. Guarantees: where work-items of a group
// come to different barriers, some to none, or to one with different arguments, one of them
// reports, under every emitter.
void checkBarriers(LoweredKernel &kernel, Findings &findings);

} // namespace weft
#endif
