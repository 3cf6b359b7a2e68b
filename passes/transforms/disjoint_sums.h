// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes a sum of each `or disjoint`.
//
//   %i = or disjoint i32 %y256, %x      =>   %i = add nuw nsw i32 %y256, %x
//
// Requires    Nothing.
// Guarantees  No integer is an `or disjoint`; each is a sum that does not wrap, of the same value.
// Why         InstCombine writes a sum of numbers without common bits as `or`, also where only a
//             condition around it tells so, such as y * 256 + x behind x < 256. Lanes run without
//             the conditions of their work-items, and an address whose lanes lie side by side is a
//             sum.
#ifndef WEFT_PASSES_TRANSFORMS_DISJOINT_SUMS_H
#define WEFT_PASSES_TRANSFORMS_DISJOINT_SUMS_H

#include "llvm/IR/Function.h"

namespace weft {

// Returns whether there were any.
bool makeSumsOfDisjointOrs(llvm::Function &function);

} // namespace weft
#endif
