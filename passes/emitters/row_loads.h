// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What every work-item of a row loads from the same place, before it stores anything, begins the
// region. Further behind, forms of other accesses are chosen between, and a load in each of them
// would stay within the loops over work-items.
//
//   at = clamp(...)                                 weight = filter[0]    (leaves the loops)
//   in one row?                              =>     at = clamp(...)
//     x = load side by side                         in one row?
//     sum = x * filter[0]                             ...
//   else: the same with a gather
#ifndef WEFT_PASSES_EMITTERS_ROW_LOADS_H
#define WEFT_PASSES_EMITTERS_ROW_LOADS_H

#include "llvm/IR/Function.h"

namespace weft {

// At most `most` loads: as many as there are registers to keep them in. Those from constant memory
// are said to be of what does not change.
void bringRowLoadsForward(llvm::Function &region, unsigned most);

} // namespace weft
#endif
