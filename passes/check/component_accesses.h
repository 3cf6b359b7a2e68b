// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_PASSES_CHECK_COMPONENT_ACCESSES_H
#define WEFT_PASSES_CHECK_COMPONENT_ACCESSES_H

#include "passes/check/accesses.h"

#include "llvm/IR/Function.h"

namespace weft {

// Requires: a function before its accesses are checked. Guarantees: a write to components of a
// vector in memory that others share is a store of these alone, and a read of components a load of
// these, as the program has it. Why: front ends load the vector, replace the components and store
// all of it, which would read what is write-only and race with who writes other components.
void narrowComponentAccesses(llvm::Function &item);

// Where the vector has to be: of an access to components that of the whole one; else the access.
Access wholeOf(const Access &access);

} // namespace weft
#endif
