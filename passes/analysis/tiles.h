// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For kernels with barriers, whose groups are tiles of what they work on.
#ifndef WEFT_PASSES_ANALYSIS_TILES_H
#define WEFT_PASSES_ANALYSIS_TILES_H

#include "llvm/IR/Function.h"

namespace weft {

// Whether a vector load depends on the local id in x and not on those in y and z, as of a column of
// a matrix in local memory. Vectors of successive rows then load the same, once if they run one
// after the other. For groups of more than one dimension (RegionPlan::haveTiles).
bool reusesColumns(const llvm::Function &wide);

} // namespace weft
#endif
