// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Keeps loops that LLVM's loop vectoriser (22) gets wrong as they are. It takes a division that is
// the same in all iterations of a loop, and runs in some of them only, for lane 0 alone, if lane 0
// comes there; the other lanes use what it left:
//
//   if (i > k) y = a / b        if (lane 0's i > k) d = a / b      d is poison for lane 1
//                         ->    y = (i.. > k) ? broadcast d : ..   if lane 0 did not come there
//
// It also takes a counter of a few bits for one that does not wrap, without a test, where an address
// is made of it and of a sum that it does test:
//
//   a[base + 128 * (k & 3)] += b[k]   =>   a[base + 128 * k] += b[k], each time another element
//
// Requires: nothing. Guarantees: innermost loops with either have the metadata that makes LLVM leave
// them scalar; nothing else is changed. To be run before loop vectorisation.
#ifndef WEFT_PASSES_EMITTERS_SCALAR_LOOPS_H
#define WEFT_PASSES_EMITTERS_SCALAR_LOOPS_H

#include "llvm/IR/PassManager.h"

namespace weft {

struct KeepLoopsScalarPass : llvm::PassInfoMixin<KeepLoopsScalarPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft
#endif
