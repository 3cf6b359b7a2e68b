// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How long code waits for results, beyond the time that its operations take:
//
//   - Iterations of a loop wait for results of the iteration before. A sum adds once in the latency
//     of an addition, in which a CPU could begin several.
//   - A long computation waits for results of its own. A CPU looks some hundred instructions ahead;
//     where that does not reach the next vector of work-items, it finds nothing else to do.
//
// More lanes, which are several vectors that do not wait for each other, fill that time, if the
// registers hold them.
#ifndef WEFT_PASSES_VECTORIZE_WAITS_H
#define WEFT_PASSES_VECTORIZE_WAITS_H

#include "passes/analysis/shape_analysis.h"
#include "passes/target/target_info.h"

namespace weft {

class AccessPlans;

// Of a function without loops, or of an iteration of a loop that contains no others.
struct Waits {
  double latency = 0; // of the longest chain from an iteration's results to the next one's, cycles
  double path = 0;    // of the longest chain of results in it, cycles
  double on_path = 0; // operations on that chain, for one register of lanes
  double operations = 0; // vector operations in all, for one register of lanes
  double vectors = 1;    // registers that all lanes of an operation's result take, mean
  // Vector registers that are live at a time. In a loop: what iterations hand on or do not change,
  // for all lanes, and what else is live, for one register of lanes.
  unsigned registers = 0;

  // Least cycles for all lanes, with no limit on operations per cycle. `iterations`: 0 if not
  // known.
  double least(unsigned iterations, const Machine &machine) const;
};

Waits waitsOf(const FlowLevel &level, const ShapeInfo &shapes, const AccessPlans &accesses,
              const TargetInfo &target);

// Whether a loop of the function, not prepared yet, is short enough to have more lanes.
bool hasShortLoop(const llvm::Function &function);

// Whether the function, which is not prepared yet, has no loop, and perhaps chains of results
// longer than a CPU looks ahead.
bool mayHaveLongPath(const llvm::Function &function, const Costs &costs);

} // namespace weft
#endif
