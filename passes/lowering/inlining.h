// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The step of lowerKernels that inlines calls.
#ifndef WEFT_PASSES_LOWERING_INLINING_H
#define WEFT_PASSES_LOWERING_INLINING_H

#include "passes/lowering/steps.h"

namespace weft {

// Inlines what plan.must_inline holds, and what is worth it. A function that stays a call because
// calls within it are too deep, or because it is too large for what it asks, gets attributes that
// keep LLVM's inliners from it, and is told what it asks (passQueries).
void inlineCalls(llvm::Module &module, llvm::ArrayRef<llvm::Function *> kernels,
                 const CallGraphPlan &plan, Errors &errors);

// A remark for each such function that `item` calls.
std::vector<std::string> describeCalls(const llvm::Function &item);

} // namespace weft
#endif
