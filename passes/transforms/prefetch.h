// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Asks for memory ahead where a CPU does not see it coming.
//
// Requires    A region's function, widened. Stores past the caches are marked
//             (non_temporal_stores.h).
// Guarantees  Prefetches are added, of global memory alone; nothing else changes. Their addresses
//             are made of what is there, and may be of no object.
// Why         See each of the three.
#ifndef WEFT_PASSES_TRANSFORMS_PREFETCH_H
#define WEFT_PASSES_TRANSFORMS_PREFETCH_H

#include "passes/target/target_info.h"

#include "llvm/IR/Function.h"

namespace weft {

// A tile is loaded as many short rows, far from each other, of which each group takes the next
// piece; and a group that stores as many rows elsewhere is more than the CPU's own prefetchers keep
// apart. Nor does a CPU look ahead from one group's loads to the next one's, where barriers lie in
// between. So what a group loads on its way to the first barrier is asked for two to four groups
// ahead:
//
//   %from = mul %group.id.x, %size          =>   ...
//   %tile = load <16 x float>, %row + %from      %ahead = mul (%group.id.x + 2), %size
//                                                prefetch (%row + %ahead)
//
// Where a group's rows are stored elsewhere, as in a transposition, the lines that the next ones
// write are asked for, too, in all regions, but for stores past the caches (non_temporal_stores.h).
//
// This goes for accesses that are not in a loop, at a place that is computed from the group's
// number in x; and for stores, from the local id in y. `exceeds_caches`: the launch goes through
// more memory than caches hold, so that four groups ahead is not too far, and loads are asked for
// much farther ahead as well.
void prefetchNextGroups(llvm::Function &region, const TargetInfo &target, bool starts_kernel,
                        bool exceeds_caches);

// Where all work-items of a launch go over an array together, each iteration of their loop is as
// far from the one before as the launch is long: in another page, where no CPU's prefetcher
// follows, and too far ahead to be seen while an iteration takes a hundred instructions.
//
//   for (i = get_global_id(0); i < n; i += get_global_size(0))     =>   prefetch(a + i + 4 * size)
//     ... a[i] ...
//
// This goes for loads at a place that is computed from a counter to which each iteration adds what
// is made of the launch's size.
void prefetchNextIterations(llvm::Function &region, const TargetInfo &target);

// A CPU's prefetchers find several rows anew where each begins; and not every one looks at loads
// under masks: AMD's Zen 5 streams through memory with them at half the speed. So what vectors next
// in the row will load is asked for:
//
//   load %a + %y * %width + %x      =>   load ...
//                                        prefetch (%a + %y * %width + %x + 2048)
//
// This goes for loads that are not in a loop, at a place that is computed from the local id in x,
// and that have a mask or are of several rows. `lanes_are_mask`: that the lanes are an argument
// does not mean that most vectors have all. `exceeds_caches`: more is asked for ahead; but of
// loads at constant distances, such as of the rows around one, only what the first of them loads.
void prefetchNextVectors(llvm::Function &region, const TargetInfo &target, bool lanes_are_mask,
                         bool exceeds_caches);

} // namespace weft
#endif
