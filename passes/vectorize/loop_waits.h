// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the iterations of a loop wait for: results of the iteration before. A sum adds once in the
// time that an addition takes from its operands to its result, in which a CPU begins eight. More
// lanes, which are several vectors that do not wait for each other, fill that time, if the
// registers hold them.
#ifndef WEFT_PASSES_VECTORIZE_LOOP_WAITS_H
#define WEFT_PASSES_VECTORIZE_LOOP_WAITS_H

#include "passes/analysis/shape_analysis.h"
#include "passes/target/target_info.h"

namespace weft {

struct LoopWaits {
  double latency = 0;     // cycles from one iteration's results to the next one's
  unsigned registers = 0; // vector registers that it wants: for all lanes what iterations hand on
                          // or find, for one register of lanes what else lives in an iteration
};

// `level`: of a loop without inner ones.
LoopWaits waitsOf(const FlowLevel &level, const ShapeInfo &shapes, const TargetInfo &target);

// Whether a loop of the function, which is not prepared yet, is short enough to have more lanes.
bool hasShortLoop(const llvm::Function &function);

} // namespace weft
#endif
