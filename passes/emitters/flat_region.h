// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A region by linear local ids: what is widened where lanes are to be neighbours in the linear
// order of a group, whatever its shape.
//
//   region(.., x, y, z, ..)   =>   region.flat(.., item, any, any, ..)
//
// Requires: a region function (form_regions.h), in groups of at most 2^20 work-items. Guarantees:
// the new function does what the region does for the work-item x + size_x * (y + size_y * z) ==
// item, and sees the linear order where the region computes its place in it.
#ifndef WEFT_PASSES_EMITTERS_FLAT_REGION_H
#define WEFT_PASSES_EMITTERS_FLAT_REGION_H

#include "llvm/IR/Function.h"

namespace weft {

llvm::Function *flattenIds(llvm::Function &region);

} // namespace weft
#endif
