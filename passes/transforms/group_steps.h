// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does once for a group what each of its work-items would do alike: to choose between two ways at a
// region's start, and to write the values that the group keeps.
//
//   for each work-item:                         i += 16                           K.region3.choice
//     i += 16                                   if (i < n)
//     if (i < n)                    ->            for each work-item: load..      region 4
//       load..; kept.i = i; next = 2              kept.i = i; next = 2            K.region3.keep
//     else                                      else
//       store..; next = end                       for each work-item: store..     region 5
//                                                 next = end
//
// Requires    Simplified region functions of a kernel with barriers.
// Guarantees  splitAtChoices(): a region whose first branch depends on arguments that are the same
//             for the group becomes a choice (Region::choice) between two new regions at the plan's
//             end, unless the two ways have much code in common. keepOncePerGroup(): what every
//             work-item of a region stores alike in the group's record moves to Region::keep.
// Why         A loop around barriers is such a region: it goes on or ends, and what follows it is
//             no part of its iterations. Each way has tighter bounds on its work-items
//             (regions/active_items.h), and most lead to one region, so that the next is known.
#ifndef WEFT_PASSES_TRANSFORMS_GROUP_STEPS_H
#define WEFT_PASSES_TRANSFORMS_GROUP_STEPS_H

#include "passes/regions/form_regions.h"

namespace weft {

void splitAtChoices(RegionPlan &plan);

// `item_params`: number of parameters of the work-item function.
void keepOncePerGroup(RegionPlan &plan, unsigned item_params);

} // namespace weft
#endif
