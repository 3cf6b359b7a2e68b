// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does once for a group what its source says per work-item, because all of them would do the same:
// to choose one of two ways at a region's start, and to write the values that the group keeps.
//
//   for each work-item:                         i += 16                           K.region3.choice
//     i += 16                                   if (i < n)
//     if (i < n)                    ->            for each work-item: load..      region 4
//       load..; kept.i = i; next = 2              kept.i = i; next = 2            K.region3.keep
//     else                                      else
//       store..; next = end                       for each work-item: store..     region 5
//                                                 next = end
//
// Requires    Region functions of a kernel with barriers, simplified: the branch that all
// work-items take
//             alike is the first one, and depends on arguments alone.
// Guarantees  A region with such a branch becomes a choice between two new regions at the plan's
// end. What
//             all work-items of a region write alike is taken out of its function: Region::keep.
// Why         A loop around barriers is such a region: it goes on or ends, and what is behind it is
// no part
//             of its iterations. Each way knows better which work-items have anything to do
//             (regions/active_items.h), and most have one region to go to, which nobody has to find
//             out from the work-items.
#ifndef WEFT_PASSES_TRANSFORMS_GROUP_STEPS_H
#define WEFT_PASSES_TRANSFORMS_GROUP_STEPS_H

#include "passes/regions/form_regions.h"

namespace weft {

// Requires: simplified region functions, of a kernel with barriers. Regions whose first branch is
// one that all work-items of a group take alike, by their arguments alone, become choices between
// two new ones at the plan's end.
void splitAtChoices(RegionPlan &plan);

// Takes what all work-items of a region write alike out of its function: Region::keep.
// `item_params`: of the work-item function.
void keepOncePerGroup(RegionPlan &plan, unsigned item_params);

} // namespace weft
#endif
