// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gives gathers and scatters addresses of one scalar and a vector of distances.
//
//   preheader:  %p = gep i8, %base, <0, 68, 136, ..>      (nothing)
//   loop:       %q = gep [17 x float], <%p>, %x      ->   %s = gep i8, %base, 68 * %x
//               gather %q                                 gather (gep i8, %s, <0, 68, 136, ..>)
//
// Requires    Loop-invariant code motion has run: it is what takes such addresses apart.
// Guarantees  The same addresses. Each gather and scatter whose lanes are as far apart as one
// vector of
//             distances says gets its address in one step beside it; what the lanes have in common
//             is computed where it was.
// Why         An instruction takes one address and distances of 32 bits, if these are enough.
// Vectors of
//             64-bit addresses take two gathers of half the width.
#ifndef WEFT_PASSES_TRANSFORMS_GATHER_ADDRESSES_H
#define WEFT_PASSES_TRANSFORMS_GATHER_ADDRESSES_H

#include "llvm/IR/PassManager.h"

namespace weft {

struct JoinGatherAddressesPass : llvm::PassInfoMixin<JoinGatherAddressesPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft
#endif
