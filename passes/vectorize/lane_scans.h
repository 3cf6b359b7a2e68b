// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shifts and prefix sums over the lanes of a vector.
#ifndef WEFT_PASSES_VECTORIZE_LANE_SCANS_H
#define WEFT_PASSES_VECTORIZE_LANE_SCANS_H

#include "llvm/IR/IRBuilder.h"

namespace weft {

// Lane i gets the value of lane i - `distance`; lanes without such a lane get what `none` holds.
llvm::Value *shiftLanes(llvm::IRBuilderBase &builder, llvm::Value *vector, llvm::Constant *none,
                        unsigned distance);

// Inclusive scan: each lane's value combined with those of all lanes before it. `none`: neutral.
llvm::Value *scanLanes(llvm::IRBuilderBase &builder, llvm::Value *values, llvm::Constant *none,
                       llvm::function_ref<llvm::Value *(llvm::Value *, llvm::Value *)> combine);

} // namespace weft
#endif
