// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a build that somebody waits for does not widen, since it would take too long
// (passes/budget.h).
#ifndef WEFT_PASSES_EMITTERS_NESTS_H
#define WEFT_PASSES_EMITTERS_NESTS_H

#include "passes/emitters/region_state.h"

namespace weft {

// Loops within each other.
unsigned depthOfNests(llvm::Function &region);

// Why a kernel is not worth the time to widen it, a remark; empty: it is.
std::string whyNotWidened(const KernelState &kernel);

} // namespace weft
#endif
