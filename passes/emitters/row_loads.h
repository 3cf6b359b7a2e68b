// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What all work-items of a row load from one place before they store anything. No other work-item
// may store there without a data race, as nothing orders the two, so once for a row, or for all
// rows and groups that load from there, is enough:
//
//   for y:                                       for y:
//     for x in steps of W:                         factor = matrix[y * n]
//       factor = matrix[y * n]             =>      for x in steps of W:
//       matrix[y * n + 1 + x] *= factor              matrix[y * n + 1 + x] *= factor
//
// Said as an alias scope, so that loads can leave the loops over work-items; and those that every
// work-item does begin the region, so that a choice between forms of what follows does not keep
// them where they are.
#ifndef WEFT_PASSES_EMITTERS_ROW_LOADS_H
#define WEFT_PASSES_EMITTERS_ROW_LOADS_H

#include "llvm/IR/Function.h"

namespace weft {

// Takes the one region of a kernel without barriers. At most `most` loads are brought forward: as
// many as there are registers to keep them in.
void separateRowLoads(llvm::Function &region, unsigned most);

} // namespace weft
#endif
