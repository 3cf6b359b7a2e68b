// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Estimates, from the shapes of its values, what code costs before it is widened. The estimate
// decides whether a region is widened at all, as gathers, scatters and what runs lane by lane may
// cost more than running the work-items one by one; how many lanes it has; and whether a block that
// perhaps no lane wants gets a jump around it. Unit costs are TargetInfo::costs().
#ifndef WEFT_PASSES_VECTORIZE_COST_MODEL_H
#define WEFT_PASSES_VECTORIZE_COST_MODEL_H

#include "passes/analysis/shape_analysis.h"
#include "passes/target/target_info.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"

namespace weft {

class AccessPlans;
struct Waits;

// Of W work-items, in the units of passes/target/costs.def.
struct CostEstimate {
  double scalar = 0; // run one by one
  double vector = 0; // run as one vector
  double mask = 0;   // added to `vector` where not all of them are known to run
  // With `looks_at_waits` only: on top of `vector`, waiting for results (waits.h) and loading
  // constants, which is done once for any number of lanes; and the most vector registers that are
  // live at a time.
  double waits = 0;
  unsigned registers = 0;
};

// Who is told what an estimate consists of.
class CostObserver {
public:
  // `scalar`: of one work-item; `vector`: of W; in both cases as often as it is run. `once`: for
  // all lanes together.
  virtual void instruction(const llvm::Instruction &instruction, double scalar, double vector,
                           bool once) = 0;

  struct Level {
    const FlowLevel &level;
    bool trips_known; // of a loop
    double trips;     // of a loop, for a work-item
    // How often an iteration is run, and what all of them cost: for one work-item, and for W.
    double scalar_iterations, scalar, vector_iterations, vector;
    const Waits *waits; // of a loop without others in it, or a function without any; else null
    double least;       // cycles that it waits for (Waits::least)
  };
  // A loop, after what is in it; and the function.
  virtual void level(const Level &level) = 0;

protected:
  ~CostObserver() = default;
};

// Requires: `function` is prepared (prepare.h); `packing` is that of the function before that.
// `looks_at_waits`: computes waits and registers, which only the choice of a width needs.
CostEstimate estimateCost(const llvm::Function &function, const FlowLevels &levels,
                          const ShapeInfo &shapes, const AccessPlans &accesses,
                          llvm::ScalarEvolution &evolution, const llvm::LoopInfo &loops,
                          const TargetInfo &target, double packing, bool looks_at_waits,
                          CostObserver *observer = nullptr);

// What one work-item pays for the instruction. Of a function that need not be prepared.
double scalarCost(const llvm::Instruction &instruction, const Costs &costs);

// Operations that one work-item takes, divided by the elements that these compute, for a function
// that is not prepared yet. Below 1 where the source's own vectors fill registers, as int16 with
// AVX-512: there lanes gain nothing.
double packingOf(const llvm::Function &function, const llvm::LoopInfo &loops,
                 const TargetInfo &target);

// A lower bound on the operations of the widened function, for one that is not prepared yet: what
// it takes if all lanes access consecutive elements.
size_t leastWidenedOperations(const llvm::Function &function, unsigned width,
                              const TargetInfo &target);

// What a block costs that could be jumped over, in vector operations.
unsigned costIfSkipped(const llvm::BasicBlock &block, const ShapeInfo &shapes,
                       const AccessPlans &accesses, const Costs &costs);

} // namespace weft
#endif
