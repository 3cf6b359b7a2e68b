// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stores past the caches (non-temporal ones), for launches that write more than the caches hold.
//
//   store <16 x float> %v, %out + %x     =>   if (%out + %x is where a line begins)
//                                               store past the caches
//                                             else
//                                               store
//
// Requires    markNonTemporalStores(): a region's function, widened, and the arguments that the
//             work-item function only stores to. AlignNonTemporalStoresPass: it runs last, as for
//             other passes both are the same store. The launcher waits for such stores when a
//             thread ends its part of the launch, which is soon enough for kernels without atomic
//             operations and fences.
// Guarantees  The same memory, for the thread itself in the same order. Marked are stores of whole
//             lines, once in a work-item.
// Why         Kept in the caches, what is stored drives out what is loaded, and of each line the
//             CPU loads first what is about to be overwritten. Stores past the caches do neither,
//             as long as each is of whole lines.
#ifndef WEFT_PASSES_TRANSFORMS_NON_TEMPORAL_STORES_H
#define WEFT_PASSES_TRANSFORMS_NON_TEMPORAL_STORES_H

#include "passes/target/target_info.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/PassManager.h"

namespace weft {

// The numbers of arguments to whose memory a work-item function stores, and of whose it is not seen
// to load. Empty where other threads may look at what was stored before the launch ends.
llvm::SmallVector<unsigned, 4> argumentsStoredOnly(const llvm::Function &item);

// What a work-item stores to global memory, where it is once: the most of any block.
uint64_t bytesStored(const llvm::Function &item);

// Marks stores to these, of the function of a region that was widened, that write whole lines, and
// once in a work-item. Whether there are any.
bool markNonTemporalStores(llvm::Function &wide, const TargetInfo &target,
                           llvm::ArrayRef<unsigned> stored_only);

// Has marked stores look where they store. To be run last: to what follows, both are the same
// store.
struct AlignNonTemporalStoresPass : llvm::PassInfoMixin<AlignNonTemporalStoresPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft
#endif
