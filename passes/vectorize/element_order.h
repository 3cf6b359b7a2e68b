// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Vectors that work-items load, compute with, and store again mostly have the same done to each
// element. Then it does not matter which element is in which lane, and they stay in the order of
// memory (analysis/memory_order.h): what loads and stores would shuffle costs nothing.
//
//   load --> e0 e1 e2 e3 --> the same operation on each, with a scalar, a constant --> store
//
// What comes from elsewhere and is not the same for all elements and lanes is brought into that
// order; where that takes more than it saves, all stays as it is.
#ifndef WEFT_PASSES_VECTORIZE_ELEMENT_ORDER_H
#define WEFT_PASSES_VECTORIZE_ELEMENT_ORDER_H

#include "passes/vectorize/access/access_plan.h"

#include "llvm/Analysis/LoopInfo.h"

namespace weft {

// Marks what may stay in the order of memory, and puts its operations behind what they take from
// elsewhere. Requires: `function` is prepared (prepare.h), and `plans` are of it. Returns whether
// it has changed; shapes and plans are to be made anew then.
bool keepMemoryOrder(llvm::Function &function, const ShapeInfo &shapes, const AccessPlans &plans,
                     const llvm::LoopInfo &loops, const TargetInfo &target);

} // namespace weft
#endif
