// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Keeps LLVM's loop vectoriser (22) from two kinds of loops of which it makes wrong code.
//
//   if (i > k) y = a / b        if (lane 0's i > k) d = a / b      d is poison for lane 1
//                         ->    y = (i.. > k) ? broadcast d : ..   if lane 0 did not come there
//
//   a[base + 128 * (k & 3)] += b[k]   ->   a[base + 128 * k] += b[k], each iteration another
//   element
//
// Requires    It runs before loop vectorisation.
// Guarantees  Loops that hold a division which is the same in all iterations and runs in some of
// them only,
//             or an address made of a counter of a few bits and of a sum that is tested for
//             wrapping, are marked as not to be vectorised. Nothing else changes.
// Why         The first is divided for lane 0 alone, if lane 0 comes there. The second is taken not
// to wrap
//             without a test.
#ifndef WEFT_PASSES_TRANSFORMS_SCALAR_LOOPS_H
#define WEFT_PASSES_TRANSFORMS_SCALAR_LOOPS_H

#include "llvm/IR/PassManager.h"

namespace weft {

struct KeepLoopsScalarPass : llvm::PassInfoMixin<KeepLoopsScalarPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft
#endif
