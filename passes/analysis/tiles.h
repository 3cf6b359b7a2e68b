// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What pays for kernels with barriers, whose groups are tiles of what they work on.
#ifndef WEFT_PASSES_ANALYSIS_TILES_H
#define WEFT_PASSES_ANALYSIS_TILES_H

#include "llvm/IR/Function.h"

namespace weft {

// Whether vectors below each other load the same, such as a column of a matrix in local memory: run
// one after the other, they do it once. To be asked of groups of more than one dimension
// (RegionPlan::haveTiles), for widened functions of regions.
bool reusesColumns(const llvm::Function &wide);

} // namespace weft
#endif
