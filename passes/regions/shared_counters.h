// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Splits pointers and indices that loops around barriers advance into their first value and what
// was added to it: the latter is the same for the group, the former cheap to compute again.
//
//   p = phi [&a[lx], ..], [next, ..]             o = phi [0, ..], [more, ..]
//   x = load p                                   x = load &a[lx] + o
//   barrier()                             ->     barrier()
//   next = p + s                                 more = o + s
//   y = load next                                y = load &a[lx] + more
//
// Requires    A work-item function, before its regions are formed.
// Guarantees  The same values. Only pointers and indices change whose steps are uniform for the
//             group, also in inner loops that all work-items leave together, and whose first value
//             is cheap (Rematerializer::isCheap).
// Why         A pointer that lives across a barrier would be kept for each work-item and loaded
//             behind it, where consecutive addresses are no longer known to be that.
#ifndef WEFT_PASSES_REGIONS_SHARED_COUNTERS_H
#define WEFT_PASSES_REGIONS_SHARED_COUNTERS_H

#include "llvm/IR/Function.h"

namespace weft {

// Returns whether anything changed.
bool shareCounters(llvm::Function &function);

} // namespace weft
#endif
