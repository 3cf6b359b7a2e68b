// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tests once for a whole row what the shape analysis has assumed of each vector
// (ShapeInfo::assumptions()).
#ifndef WEFT_PASSES_VECTORIZE_ROW_CHECK_H
#define WEFT_PASSES_VECTORIZE_ROW_CHECK_H

#include "passes/analysis/shape_analysis.h"

namespace weft {

// Makes i1 NAME.fits(params..., i64 items), with the parameters of `scalar`: whether the
// assumptions hold for all vectors of `items` work-items, of which the first has the arguments of
// the call and each next one 1 more in parameter `lane`. Null: nothing is assumed, or some
// assumption is of a value that is not affine in `lane` all along a row, or cannot be evaluated for
// a work-item that may not run.
llvm::Function *makeRowCheck(llvm::Function &scalar, llvm::StringRef name, const ShapeInfo &shapes,
                             unsigned lane);

} // namespace weft
#endif
