// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What code waits for beyond what it does:
//   - Iterations of a loop wait for results of the iteration before. A sum adds once in the time
//     from an addition's operands to its result, in which a CPU begins eight.
//   - A long computation waits for results of its own. A CPU looks some hundred instructions ahead,
//     and where that does not reach the next vector of work-items, it finds nothing else to do.
// More lanes, which are several vectors that do not wait for each other, fill that time, if the
// registers hold them.
#ifndef WEFT_PASSES_VECTORIZE_WAITS_H
#define WEFT_PASSES_VECTORIZE_WAITS_H

#include "passes/analysis/shape_analysis.h"
#include "passes/target/target_info.h"

namespace weft {

// Operations that a CPU has under way at a time: all that it looks ahead, those of them that wait
// for each other, and those of loops of known length, whose ends it does not foresee. Chosen on Zen
// 5 by iterations, hashes, generators of random numbers, and calls of the library.
constexpr double OperationsInFlight = 384, WaitingInFlight = 192, IterationsInFlight = 48;

// Of a function without loops, or of an iteration of a loop without inner ones.
struct Waits {
  double latency = 0; // cycles of the longest chain from an iteration's results to the next one's
  double path = 0;    // cycles of the longest chain of results in it
  double on_path = 0; // operations of that chain, of one register of lanes
  double operations = 0; // on vectors, for one register of lanes
  double vectors = 1;    // registers that the lanes of an operation's result take, in the mean
  // That it wants. In a loop: for all lanes what iterations hand on or find, for one register of
  // lanes what else lives in an iteration.
  unsigned registers = 0;

  // Cycles that it takes for all lanes, if a CPU could do any number of operations at a time.
  // `iterations`: of the loop, if they are known; else 0.
  double least(unsigned iterations) const;
};

Waits waitsOf(const FlowLevel &level, const ShapeInfo &shapes, const TargetInfo &target);

// Whether a loop of the function, which is not prepared yet, is short enough to have more lanes.
bool hasShortLoop(const llvm::Function &function);

// Whether the function, which is not prepared yet, has no loop, and perhaps chains of results that
// take longer than a CPU looks ahead.
bool mayHaveLongPath(const llvm::Function &function, const Costs &costs);

} // namespace weft
#endif
