// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values that were never written: where one decides a branch or an address, or is stored where the
// host reads, the work-item reports.
//
//   if (x < 3)    ->    if (x < 3 is unwritten) report(site, x)     // rarely
//                       if (x < 3)
//
// What is stored to private and local memory carries its bits along, and so does what is copied
// there. To global memory nothing comes that was not reported, but for padding; what stands there
// counts as written. After a report a value counts as written, too.
#ifndef WEFT_PASSES_CHECK_INIT_CHECKS_H
#define WEFT_PASSES_CHECK_INIT_CHECKS_H

#include "passes/check/findings.h"
#include "passes/work_item_function.h"

namespace weft {

// Ahead of other checks, whose branches are not the program's.
// Requires: a work-item function whose variables begin as UnwrittenPrefix (markUnwritten()).
// Guarantees: what must be written is an operand of DecidesName, ahead of the instruction.
void markDecisions(LoweredKernel &kernel, Findings &findings);

// Requires: markDecisions(), and that accesses are within their objects. Guarantees: both kinds of
// marks are gone, and the work-item reports.
void checkUnwritten(LoweredKernel &kernel, Findings &findings);

// In functions that have no work-item to report of.
void dropUnwritten(llvm::Function &function);

} // namespace weft
#endif
