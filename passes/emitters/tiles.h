// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What pays for groups that are tiles: of more than one dimension, with barriers
// (RegionPlan::haveTiles). All of it takes widened functions of regions.
#ifndef WEFT_PASSES_EMITTERS_TILES_H
#define WEFT_PASSES_EMITTERS_TILES_H

#include "llvm/IR/Function.h"

namespace weft {

// Whether vectors below each other load the same, such as a column of a matrix in local memory: run
// one after the other, they do it once.
bool reusesColumns(const llvm::Function &wide);

// A tile is loaded as many short rows, far from each other, of which each group takes the next
// piece; and a group that stores as many rows elsewhere is more than the CPU's own prefetchers keep
// apart. So what a group loads on its way to the first barrier is asked for two groups ahead:
//
//   %tile = load <16 x float>, %row    =>   %tile = load <16 x float>, %row
//                                           prefetch (%row + 2 * %local.size.x * 4)
//
// This goes for loads from global memory that are not in a loop, of neighbours side by side, at a
// place that depends on the group's number in x. Where the next group's piece is not behind this
// one's, the hint does nothing but cost an instruction.
void prefetchNextGroups(llvm::Function &entry_region);

} // namespace weft
#endif
