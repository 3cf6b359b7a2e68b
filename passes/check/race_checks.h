// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_PASSES_CHECK_RACE_CHECKS_H
#define WEFT_PASSES_CHECK_RACE_CHECKS_H

#include "passes/check/findings.h"
#include "passes/work_item_function.h"

namespace weft {

// Requires: a work-item function whose accesses are within their objects (checks.h), before regions
// are formed; barriers say by FencesKind what they order. Guarantees: the run time is told of each
// access to local memory and to what arguments lead to, ahead of it, and of what may order accesses
// (passes/analysis/race_call.h); not where no race is possible.
void checkRaces(LoweredKernel &kernel, Findings &findings);

} // namespace weft
#endif
