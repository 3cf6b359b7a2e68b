// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What code waits for beyond what it does:
//   - Iterations of a loop wait for results of the iteration before. A sum adds once in the time
//   that
//     an addition takes from its operands to its result, in which a CPU begins eight.
//   - A long computation waits for results of its own. A CPU looks some hundred instructions ahead,
//     and where that does not reach the next vector of work-items, it finds nothing else to do.
// More lanes, which are several vectors that do not wait for each other, fill that time, if the
// registers hold them.
#ifndef WEFT_PASSES_VECTORIZE_WAITS_H
#define WEFT_PASSES_VECTORIZE_WAITS_H

#include "passes/analysis/shape_analysis.h"
#include "passes/target/target_info.h"

namespace weft {

// Operations that a CPU has under way at a time.
constexpr double OperationsInFlight = 256;

// Of a function or loop that has no inner loops. What stands for all lanes is of as many as shapes
// are for; the rest is of as many as a register holds.
struct Waits {
  double latency = 0;    // cycles from what iterations hand on to what the next one does, all lanes
  double path = 0;       // cycles of the longest chain of results, from the beginning to the end
  double operations = 0; // on vectors, for one register of lanes
  double vectors = 1;    // registers that an operation's result takes for all lanes, in the mean
  unsigned registers = 0; // that it wants: what iterations hand on or find for all lanes, and what
                          // else lives for one register of lanes

  // Cycles that pass through it take at least, for all lanes, however much may be done at a time.
  double least() const;
};

Waits waitsOf(const FlowLevel &level, const ShapeInfo &shapes, const TargetInfo &target);

// Whether more lanes may pay for the function, which is not prepared yet: it has a loop that is
// short enough, or no loop, and chains of results that may be long.
bool mayWait(const llvm::Function &function, const Costs &costs);

} // namespace weft
#endif
