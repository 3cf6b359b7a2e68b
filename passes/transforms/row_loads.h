// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Brings loads of one place that all work-items of a row do to the beginning of the region.
//
//   at = clamp(...)                                 weight = filter[0]    (leaves the loops)
//   in one row?                              =>     at = clamp(...)
//     x = load side by side                         in one row?
//     sum = x * filter[0]                             ...
//   else: the same with a gather
//
// Requires    A region function, without barriers within it.
// Guarantees  The same values. Moved are at most so many loads as there are registers to keep them
// in, that
//             always run, from addresses that are the same for a row, ahead of whatever may write.
//             Those from constant memory are marked as of what does not change.
// Why         Further behind, forms of other accesses are chosen between, and a load in each of
// them would
//             stay within the loops over work-items.
#ifndef WEFT_PASSES_TRANSFORMS_ROW_LOADS_H
#define WEFT_PASSES_TRANSFORMS_ROW_LOADS_H

#include "llvm/IR/Function.h"

namespace weft {

// At most `most` loads: as many as there are registers to keep them in. Those from constant memory
// are said to be of what does not change.
void bringRowLoadsForward(llvm::Function &region, unsigned most);

} // namespace weft
#endif
