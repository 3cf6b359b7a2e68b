// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the shape analysis assumed of each vector, tested for a whole row of them at once.
#ifndef WEFT_PASSES_VECTORIZE_ROW_CHECK_H
#define WEFT_PASSES_VECTORIZE_ROW_CHECK_H

#include "passes/analysis/shape_analysis.h"

namespace weft {

// i1 NAME.fits(params..., i64 items): whether the assumptions hold for all vectors of `items`
// work-items from a call's own on, of which parameter `lane` counts. Params are those of `scalar`.
// Null: nothing is assumed, or not of what counts along with `lane` all the way.
llvm::Function *makeRowCheck(llvm::Function &scalar, llvm::StringRef name, const ShapeInfo &shapes,
                             unsigned lane);

} // namespace weft
#endif
