// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a vector is tested for, such as that its index does not wrap, is often the same for all rows
// of a tile, or in all iterations of a loop. In the loop it is in the way of all that could be done
// ahead of it:
//
//   for (y) if (fits(x)) use(transposed(load table))     if (fits(x)) t = transposed(load table)
//           else lane_by_lane(x, y)                  ->    for (y) use(t)
//                                                        else for (y) lane_by_lane(x, y)
//
// A loop that has such a branch, with an expectation (branch weights), is handed to LLVM's
// unswitching, after LICM; others are left alone, as the loop is written twice.
#ifndef WEFT_PASSES_EMITTERS_UNSWITCH_H
#define WEFT_PASSES_EMITTERS_UNSWITCH_H

#include "llvm/Transforms/Scalar/LoopPassManager.h"

namespace weft {

struct UnswitchExpectationsPass : llvm::PassInfoMixin<UnswitchExpectationsPass> {
  llvm::PreservedAnalyses run(llvm::Loop &loop, llvm::LoopAnalysisManager &analyses,
                              llvm::LoopStandardAnalysisResults &results,
                              llvm::LPMUpdater &updater);
};

} // namespace weft
#endif
