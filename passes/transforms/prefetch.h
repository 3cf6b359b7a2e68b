// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prefetches memory where a CPU's own prefetchers do not.
//
// Requires    A widened region function, after markNonTemporalStores().
// Guarantees  Only prefetches of global memory are added. Their addresses may be of no object.
// Why         See each of the three.
#ifndef WEFT_PASSES_TRANSFORMS_PREFETCH_H
#define WEFT_PASSES_TRANSFORMS_PREFETCH_H

#include "passes/target/target_info.h"

#include "llvm/IR/Function.h"

namespace weft {

// For tiles. Each group loads the next piece of many short rows that lie far apart, and may store
// as many rows elsewhere: more sequences than a CPU's prefetchers keep apart. Nor does a CPU run
// ahead from one group's loads to the next one's, with barriers in between. So what a group loads
// before the first barrier is prefetched for a group two to four ahead:
//
//   %from = mul %group.id.x, %size          =>   ...
//   %tile = load <16 x float>, %row + %from      %ahead = mul (%group.id.x + 2), %size
//                                                prefetch (%row + %ahead)
//
// So is, in all regions, what a later group stores in rows, but for non-temporal stores.
//
// For accesses outside of loops whose address depends on the group's number in x. `starts_kernel`:
// the region is the first one; only there loads are prefetched. `exceeds_caches`: the launch goes
// through more memory than the caches hold; prefetches are four groups ahead, and those of loads 16
// groups ahead as well, into the second cache.
void prefetchNextGroups(llvm::Function &region, const TargetInfo &target, bool starts_kernel,
                        bool exceeds_caches);

// For grid-stride loops. Each iteration is as far from the one before as the launch is long: in
// another page, where CPUs' prefetchers do not follow, and further ahead than a CPU looks.
//
//   for (i = get_global_id(0); i < n; i += get_global_size(0))     =>   prefetch(a + i + 4 * size)
//     ... a[i] ...
//
// For loads whose address depends on a counter with such a step (launchStep()).
void prefetchNextIterations(llvm::Function &region, const TargetInfo &target);

// For the next vectors of a row. CPUs' prefetchers have to find each row anew where it begins, and
// some (Zen 5) do not look at masked loads.
//
//   load %a + %y * %width + %x      =>   load ...
//                                        prefetch (%a + %y * %width + %x + 2048)
//
// For loads outside of loops whose address depends on the local id in x, if they are masked, or if
// there are several that depend on the id in y. `lanes_are_mask`: all vectors run under a mask, so
// that a load under the lanes' argument counts as masked, too. `exceeds_caches`: more is prefetched
// ahead, but of loads at constant distances, as of the rows of a stencil, only for the foremost.
void prefetchNextVectors(llvm::Function &region, const TargetInfo &target, bool lanes_are_mask,
                         bool exceeds_caches);

} // namespace weft
#endif
