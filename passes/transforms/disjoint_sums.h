// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Turns each `or disjoint` into a sum.
//
//   %i = or disjoint i32 %y256, %x      =>   %i = add nuw nsw i32 %y256, %x
//
// Requires    Nothing.
// Guarantees  No integer is an `or disjoint`; each is a sum of the same value, which does not wrap.
// Why         InstCombine writes a sum of numbers without common bits as `or`, also where only a
//             condition around it says that there are none: y * 256 + x behind x < 256. Lanes whose
//             condition does not hold run the code, too, and analyses of addresses follow sums.
#ifndef WEFT_PASSES_TRANSFORMS_DISJOINT_SUMS_H
#define WEFT_PASSES_TRANSFORMS_DISJOINT_SUMS_H

#include "llvm/IR/Function.h"

namespace weft {

// Returns whether anything changed.
bool makeSumsOfDisjointOrs(llvm::Function &function);

} // namespace weft
#endif
