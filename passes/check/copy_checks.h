// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_PASSES_CHECK_COPY_CHECKS_H
#define WEFT_PASSES_CHECK_COPY_CHECKS_H

#include "llvm/IR/Function.h"

namespace weft {

// Requires: a work-item function that markCopies() has marked. Guarantees: its marks are gone;
// FoundName where it waits for what is no event, or returns before it has waited for all copies.
void followCopies(llvm::Function &item);

// Takes away the marks of a function that stays a call.
void dropCopyMarks(llvm::Function &function);

} // namespace weft
#endif
