// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes what loops around barriers add to work-items' pointers and indices apart from where these
// begin: the one is the same for all of a group, the other is cheap to compute again.
//
//   p = phi [&a[lx], ..], [next, ..]             o = phi [0, ..], [more, ..]
//   x = load p                                   x = load &a[lx] + o
//   barrier()                             ->     barrier()
//   next = p + s                                 more = o + s
//   y = load next                                y = load &a[lx] + more
//
// Requires    A work-item function, before its regions are formed.
// Guarantees  The same values. Only sums whose steps all work-items of a group have in common, also
//             in loops within that one if all of them leave these together, and whose beginning is
//             worth computing again.
// Why         A pointer that lives across a barrier would be kept for each work-item, and comes
//             from memory behind it: nobody knows any more that neighbours' are neighbours. So
//             kernels walk along matrices that do not index them.
#ifndef WEFT_PASSES_REGIONS_SHARED_COUNTERS_H
#define WEFT_PASSES_REGIONS_SHARED_COUNTERS_H

#include "llvm/IR/Function.h"

namespace weft {

// Whether anything changed.
bool shareCounters(llvm::Function &function);

} // namespace weft
#endif
