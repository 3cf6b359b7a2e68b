// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Believes of the alignment that a type claims only what is known of the address.
//
//   load <4 x float>, %bytes + %at, align 16     =>     load <4 x float>, %bytes + %at, align 1
//
// Requires    Nothing. AlignNonTemporalStoresPass, which makes alignment true, runs behind it.
// Guarantees  No access of more than eight bytes, and no copy of memory, has an alignment that its
//             address may not have. Those of atomic operations stay.
// Why         Programs cast addresses of bytes to those of vectors. By the language that is wrong
//             where the address is not aligned, but GPUs make such accesses, and so do CPUs, with
//             instructions that take as long where it is. Others end the process.
#ifndef WEFT_PASSES_TRANSFORMS_CLAIMED_ALIGNMENT_H
#define WEFT_PASSES_TRANSFORMS_CLAIMED_ALIGNMENT_H

#include "llvm/IR/PassManager.h"

namespace weft {

struct ClaimedAlignmentPass : llvm::PassInfoMixin<ClaimedAlignmentPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft
#endif
