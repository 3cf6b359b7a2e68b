// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How long a row of the group is, as far as the kernel's arrays give it away: work-items at
// tile[local_id(1)][local_id(0)] have rows no longer than the array's, or two of them would share
// an element.
#ifndef WEFT_PASSES_ANALYSIS_ROW_LENGTH_H
#define WEFT_PASSES_ANALYSIS_ROW_LENGTH_H

#include "llvm/IR/Function.h"

namespace weft {

/// The least length, in work-items, of what looks like a row of a __local array of region
/// functions; 0 if there is none. No more than a hint: nothing keeps a kernel from other groups.
uint64_t rowLengthHint(llvm::ArrayRef<llvm::Function *> regions);

} // namespace weft
#endif
