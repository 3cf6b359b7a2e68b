// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes tests with an expectation out of loops.
//
//   for (y) if (fits(x)) use(transposed(load table))     if (fits(x)) t = transposed(load table)
//           else lane_by_lane(x, y)                  ->    for (y) use(t)
//                                                        else for (y) lane_by_lane(x, y)
//
// Requires    Loop-invariant code motion has run, so that what the test is made of is outside.
// Guarantees  What LLVM's unswitching guarantees. Loops without a branch that has branch weights
// are left
//             alone, as the loop is written twice.
// Why         What a vector is tested for, such as that its index does not wrap, is often the same
// for all
//             rows of a tile, or in all iterations. In the loop it is in the way of all that could
//             be done ahead of it.
#ifndef WEFT_PASSES_TRANSFORMS_UNSWITCH_H
#define WEFT_PASSES_TRANSFORMS_UNSWITCH_H

#include "llvm/Transforms/Scalar/LoopPassManager.h"

namespace weft {

struct UnswitchExpectationsPass : llvm::PassInfoMixin<UnswitchExpectationsPass> {
  llvm::PreservedAnalyses run(llvm::Loop &loop, llvm::LoopAnalysisManager &analyses,
                              llvm::LoopStandardAnalysisResults &results,
                              llvm::LPMUpdater &updater);
};

} // namespace weft
#endif
