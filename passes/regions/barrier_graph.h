// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where a kernel is cut. After splitAtBarriers() every barrier is the last thing its block does:
//
//        ...                      ...
//        barrier()                barrier()
//        x = ...        ->        br after
//        br cond, a, b          after:
//                                 x = ...
//                                 br cond, a, b
//
// A region starts at the kernel's entry or right after a barrier and holds what is reachable from
// there up to the next barriers and returns. A block that several barriers lead to belongs to
// several regions. Since a start is entered only across its barrier, no region runs through its own
// start twice: conditional barriers, barriers in loops and irreducible graphs need no other rule.
#ifndef WEFT_PASSES_REGIONS_BARRIER_GRAPH_H
#define WEFT_PASSES_REGIONS_BARRIER_GRAPH_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Function.h"

#include <vector>

namespace weft {

// The number that stands for no region: the work-item has ended.
constexpr unsigned EndRegion = 0;
constexpr unsigned EntryRegion = 1;

struct RegionBlocks {
  unsigned number; // EntryRegion or higher
  llvm::BasicBlock *start;
  llvm::SetVector<llvm::BasicBlock *> blocks; // start first
  llvm::SetVector<unsigned> next;             // region numbers, EndRegion included
};

struct BarrierGraph {
  std::vector<RegionBlocks> regions; // regions[i].number == i + 1
  // Block that ends in a barrier -> the region that starts behind it.
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> behind;
};

// Splits blocks so that each barrier call is followed by an unconditional branch to a block that
// has no other predecessor and no phi. Removes unreachable blocks.
void splitAtBarriers(llvm::Function &function);

// Requires splitAtBarriers().
BarrierGraph findRegions(llvm::Function &function);

} // namespace weft
#endif
