// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The step of lowerKernels that inlines calls.
#ifndef WEFT_PASSES_LOWERING_INLINING_H
#define WEFT_PASSES_LOWERING_INLINING_H

#include "passes/lowering/lower_kernels.h"
#include "passes/lowering/steps.h"

namespace weft {

// Inlines the functions of plan.must_inline, and those for which it pays. A function that stays a
// call because calls in it are too deep, because it is large though it asks for ids, or because a
// kernel would have too much of it, gets attributes that keep LLVM's inliners from it, and is
// passed what it asks for (passQueries()).
void inlineCalls(llvm::Module &module, llvm::ArrayRef<llvm::Function *> kernels,
                 const CallGraphPlan &plan, const LoweringOptions &options, Errors &errors);

// Remarks on the functions that stayed calls so and that `item` calls.
std::vector<std::string> describeCalls(const llvm::Function &item);

} // namespace weft
#endif
