// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that say what is wrong with them (weft_request::checks, docs/checks.md). Checks are IR
// that is optimised and widened with the rest: what can be proved is folded, lanes check side by
// side, and only a report is a call for each work-item.
//
//   v = load p            bad = p.offset >= p.size - 3 (saturating)
//                         if (bad) report(site, p.object, p.offset, p.size, ids)  // rarely
//                         v = bad ? 0 : load p
//
// After a report the access is not made, so the work-item goes on. What a program says of overflow
// and bounds (nsw, inbounds) is only used where the check has held.
#ifndef WEFT_PASSES_CHECK_CHECKS_H
#define WEFT_PASSES_CHECK_CHECKS_H

#include "passes/check_marks.h"
#include "passes/work_item_function.h"

#include "llvm/IR/Module.h"

namespace weft {

// Requires: a work-item function that was lowered, but not optimised any further. Guarantees: it
// makes no access that is out of bounds, FoundName and MissedName are gone.
void checkKernel(LoweredKernel &kernel, uint32_t checks);

// In functions that have stayed calls, which have no work-item to report of, marks have no use.
void dropMarks(llvm::Module &program);

} // namespace weft
#endif
