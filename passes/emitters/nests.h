// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that take too long to widen where somebody waits for the build (passes/budget.h).
#ifndef WEFT_PASSES_EMITTERS_NESTS_H
#define WEFT_PASSES_EMITTERS_NESTS_H

#include "passes/emitters/region_state.h"

namespace weft {

// The greatest depth of nested loops.
unsigned depthOfNests(llvm::Function &region);

// Why the kernel is not widened, a remark; empty if it is.
std::string whyNotWidened(const KernelState &kernel);

} // namespace weft
#endif
