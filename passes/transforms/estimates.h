// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Computes reciprocals of square roots from the CPU's estimates.
//
//   %root = sqrt <16 x float> %x              %y = estimate %x
//   %r = fdiv afn 1.0, %root             ->   %e = fma(-%x * %y, %y, 1.0)
//                                             %r = fma(%e * 0.5, %y, %y), or %y at 0 and infinity
//
// Requires    allowEstimates() has run before functions of the library were inlined.
// Guarantees  Divisions that may be approximate, which these functions' are and those of
//             -cl-fast-relaxed-math, and that divide one by a root of floats or doubles: results
//             within two units in the last place, for all arguments. Where the target has no
//             estimate that is good enough (TargetInfo::reciprocalRoot), nothing changes.
// Why         Root and division take four times as long in vectors of 512 bits.
#ifndef WEFT_PASSES_TRANSFORMS_ESTIMATES_H
#define WEFT_PASSES_TRANSFORMS_ESTIMATES_H

#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"

namespace weft {

// Says of the divisions in the library's rsqrt() and normalize(), native and fast ones included,
// that they may be approximate.
void allowEstimates(llvm::Module &module);

struct UseEstimatesPass : llvm::PassInfoMixin<UseEstimatesPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft
#endif
