// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Non-temporal stores, for launches that write more than the caches hold.
//
//   store <16 x float> %v, %out + %x     =>   if (%out + %x is a multiple of the line)
//                                               store, non-temporal
//                                             else
//                                               store
//
// Requires    For markNonTemporalStores(): a widened region function, and the arguments that the
//             work-item function only stores to. AlignNonTemporalStoresPass runs last: other passes
//             see two equal stores, and merge them. The launcher makes such stores visible when a
//             thread ends its part of the launch, which is enough for kernels without atomic
//             operations and fences.
// Guarantees  The same memory, for the thread itself in the same order. Marked are stores of whole
//             cache lines that a work-item makes at most once.
// Why         Ordinary stores read each line before it is overwritten, and drive what is loaded out
//             of the caches. Non-temporal ones do neither, if each writes whole lines.
#ifndef WEFT_PASSES_TRANSFORMS_NON_TEMPORAL_STORES_H
#define WEFT_PASSES_TRANSFORMS_NON_TEMPORAL_STORES_H

#include "passes/target/target_info.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/PassManager.h"

namespace weft {

// Numbers of the pointer arguments that a work-item function stores through and, as far as can be
// seen, never loads through. Empty if other threads may look before the launch ends.
llvm::SmallVector<unsigned, 4> argumentsStoredOnly(const llvm::Function &item);

// Bytes that a work-item stores to global memory outside of loops: the most of any one block.
uint64_t bytesStored(const llvm::Function &item);

// Marks the stores of whole lines through arguments in `stored_only`, outside of loops, in a
// widened region function. Returns whether there are any.
bool markNonTemporalStores(llvm::Function &wide, const TargetInfo &target,
                           llvm::ArrayRef<unsigned> stored_only);

// Lets marked stores be non-temporal where their address is that of a line.
struct AlignNonTemporalStoresPass : llvm::PassInfoMixin<AlignNonTemporalStoresPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft
#endif
