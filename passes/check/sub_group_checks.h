// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that all work-items of a sub-group have to come to together: sub_group_barrier, _all,
// _any, _broadcast, _reduce and _scan. Those whose names say that they may diverge are not meant.
//
//   together()      ->    if (popcount(ballot(true)) != get_sub_group_size()) report
//
// Where every sub-group is one work-item none of them is alone.
#ifndef WEFT_PASSES_CHECK_SUB_GROUP_CHECKS_H
#define WEFT_PASSES_CHECK_SUB_GROUP_CHECKS_H

#include "passes/check/findings.h"
#include "passes/work_item_function.h"

namespace weft {

// Requires: a work-item function with marks (markSubGroups()), before regions are formed.
// Guarantees: where some work-items of a sub-group do not come to a mark, one that does reports.
void checkSubGroups(LoweredKernel &kernel, Findings &findings);
void dropSubGroupMarks(llvm::Function &function);

} // namespace weft
#endif
