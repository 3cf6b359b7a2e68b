// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes loop-invariant tests with branch weights out of loops.
//
//   for (y) if (fits(x)) use(transposed(load table))     if (fits(x)) t = transposed(load table)
//           else lane_by_lane(x, y)                  ->    for (y) use(t)
//                                                        else for (y) lane_by_lane(x, y)
//
// Requires    Loop-invariant code motion has run, so that the condition is computed outside.
// Guarantees  What LLVM's SimpleLoopUnswitch guarantees. A loop without such a branch is left
//             alone, as unswitching copies the loop.
// Why         What is tested of a vector, such as that its index does not wrap, is often the same
//             for all rows of a tile, or in all iterations. Inside of the loop the test keeps what
//             it decides from being hoisted.
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
