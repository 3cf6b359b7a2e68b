// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops in which a work-item may wait for another one, without a barrier:
//
//   while (atomic_load(flag) != 1)      do {                     for (i = 0; i < n; ++i)
//     ;                                   old = atomic_load(p);    atomic_fetch_add(p, 1);
//                                       } while (!compare_exchange(p, &old, old + x));
//   waits                               does not: it ends by     does not
//                                       itself if left alone
//
// Sub-groups that run one after the other would stand in the first one for ever.
#ifndef WEFT_PASSES_ANALYSIS_WAITING_LOOPS_H
#define WEFT_PASSES_ANALYSIS_WAITING_LOOPS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"

namespace weft {

// The headers of all cycles whose exits depend on an atomic operation or a volatile load in the
// cycle, except compare-and-exchange loops as above.
//
// Guarantees: any other cycle ends after a number of iterations that no other work-item can make
// endless by doing nothing, or never ends. What work-items tell each other by plain accesses is a
// race, and ignored. Calls are not looked into.
llvm::SmallVector<llvm::BasicBlock *, 4> findWaitingLoops(llvm::Function &function);

} // namespace weft
#endif
