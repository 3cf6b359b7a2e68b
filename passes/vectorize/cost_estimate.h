// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether a region pays in vectors: gathers, scatters and what runs lane by lane may cost more than
// running the work-items one by one.
//
// An estimate by shapes, before anything is widened. The target's own costs (TargetTransformInfo)
// do not tell: they take a gather for as cheap as the loads it stands for. The numbers here are
// ratios of measured times on Zen 4 in units of a simple scalar instruction; a vector operation
// that fills a register costs little more than one.
#ifndef WEFT_PASSES_VECTORIZE_COST_ESTIMATE_H
#define WEFT_PASSES_VECTORIZE_COST_ESTIMATE_H

#include "passes/analysis/shape_analysis.h"

#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"

namespace weft {

struct CostEstimate {
  double scalar = 0; // of W work-items one by one
  double vector = 0; // of W work-items side by side
  double mask = 0;   // what it adds to `vector` where not all of them are known to run
};

// `function` is prepared (prepare.h).
CostEstimate estimateCost(const llvm::Function &function, const FlowLevels &levels,
                          const ShapeInfo &shapes, llvm::ScalarEvolution &evolution,
                          const llvm::TargetTransformInfo &target);

} // namespace weft
#endif
