// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What pays for kernels with barriers, whose groups are tiles of what they work on. All of it takes
// widened functions of regions.
#ifndef WEFT_PASSES_EMITTERS_TILES_H
#define WEFT_PASSES_EMITTERS_TILES_H

#include "llvm/IR/Function.h"

namespace weft {

// Whether vectors below each other load the same, such as a column of a matrix in local memory: run
// one after the other, they do it once. To be asked of groups of more than one dimension
// (RegionPlan::haveTiles).
bool reusesColumns(const llvm::Function &wide);

// A tile is loaded as many short rows, far from each other, of which each group takes the next
// piece; and a group that stores as many rows elsewhere is more than the CPU's own prefetchers keep
// apart. Nor does a CPU look ahead from one group's loads to the next one's, where barriers lie in
// between. So what a group loads on its way to the first barrier is asked for two groups ahead:
//
//   %from = mul %group.id.x, %size          =>   ...
//   %tile = load <16 x float>, %row + %from      %ahead = mul (%group.id.x + 2), %size
//                                                prefetch (%row + %ahead)
//
// This goes for loads from global memory that are not in a loop, of neighbours side by side, at a
// place that is computed from the group's number in x.
void prefetchNextGroups(llvm::Function &entry_region);

} // namespace weft
#endif
