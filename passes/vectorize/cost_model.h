// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What code costs, by the shapes of its values, before anything is widened. Two questions are
// asked: whether a region pays in vectors, as gathers, scatters and what runs lane by lane may cost
// more than running the work-items one by one; and whether code that perhaps no lane wants is worth
// a jump around it. What single operations cost is the target's to say (TargetInfo::costs()).
#ifndef WEFT_PASSES_VECTORIZE_COST_MODEL_H
#define WEFT_PASSES_VECTORIZE_COST_MODEL_H

#include "passes/analysis/shape_analysis.h"
#include "passes/steps.h"
#include "passes/target/target_info.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"

namespace weft {

struct CostEstimate {
  double scalar = 0; // of W work-items one by one
  double vector = 0; // of W work-items side by side
  double mask = 0;   // what it adds to `vector` where not all of them are known to run
  // If they are looked at: what they wait for their own results beyond `vector`, side by side, and
  // what else more lanes need not do again; and the vector registers that they want at most.
  double waits = 0;
  unsigned registers = 0;
};

// `function` is prepared (prepare.h), `packing` is of what it was before. `looks_at_waits`: at
// waits and registers, which only a choice of widths asks for.
CostEstimate estimateCost(const llvm::Function &function, const FlowLevels &levels,
                          const ShapeInfo &shapes, llvm::ScalarEvolution &evolution,
                          const llvm::LoopInfo &loops, const TargetInfo &target,
                          const LeftOut &left_out, double packing, bool looks_at_waits);

// Operations of single work-items over elements that they compute with, for a function that is not
// prepared yet: below 1 where the source's own vectors, as int16 with AVX-512, fill registers, so
// that lanes do no more at a time.
double packingOf(const llvm::Function &function, const llvm::LoopInfo &loops,
                 const TargetInfo &target);

// Operations that the function, which is not prepared yet, becomes in vectors of so many lanes, if
// all lanes' accesses are neighbours: at least as many as there will be.
size_t leastWidenedOperations(const llvm::Function &function, unsigned width,
                              const TargetInfo &target);

// What a block takes that might as well be jumped over, in vector operations.
unsigned costIfSkipped(const llvm::BasicBlock &block, const ShapeInfo &shapes, const Costs &costs);

} // namespace weft
#endif
