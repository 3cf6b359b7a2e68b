// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CPUs gather from one address and a vector of distances, of 32 bits if these are enough. Loop
// invariant code motion takes such addresses apart, and what stays in the loop are vectors of
// 64-bit addresses, which take two gathers of half the width:
//
//   preheader:  %p = gep i8, %base, <0, 68, 136, ..>      (nothing)
//   loop:       %q = gep [17 x float], <%p>, %x      ->   %s = gep i8, %base, 68 * %x
//               gather %q                                 gather (gep i8, %s, <0, 68, 136, ..>)
//
// Each gather and scatter whose lanes are as far apart as one vector of distances says gets its
// address in one step beside it; what its lanes have in common is computed where it was before.
// To be run behind loop-invariant code motion.
#ifndef WEFT_PASSES_VECTORIZE_GATHER_ADDRESSES_H
#define WEFT_PASSES_VECTORIZE_GATHER_ADDRESSES_H

#include "llvm/IR/PassManager.h"

namespace weft {

struct JoinGatherAddressesPass : llvm::PassInfoMixin<JoinGatherAddressesPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft
#endif
