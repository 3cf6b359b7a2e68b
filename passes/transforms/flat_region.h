// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes a copy of a region that takes the linear local id.
//
//   region(.., x, y, z, ..)   =>   region.flat(.., item, any, any, ..)
//
// Requires    A region function (form_regions.h), in groups of at most 2^20 work-items.
// Guarantees  The new function does what the region does for the work-item x + size_x * (y + size_y
//             * z) == item. Where the region computes that sum, it folds to `item`.
// Why         Lanes of a sub-group are neighbours in the linear order of a group, whatever its
//             shape.
#ifndef WEFT_PASSES_TRANSFORMS_FLAT_REGION_H
#define WEFT_PASSES_TRANSFORMS_FLAT_REGION_H

#include "llvm/IR/Function.h"

namespace weft {

llvm::Function *flattenIds(llvm::Function &region);

} // namespace weft
#endif
