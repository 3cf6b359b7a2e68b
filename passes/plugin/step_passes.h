// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The steps of pipeline.def as passes of opt, each alone: the functions that production calls, with
// a state that is made from the IR. Steps of regions are done whatever their condition says, which
// asks what the steps before them have found. What a step reads of the state and IR does not tell:
//
//   "weft-width"="N"          of a function: lanes (4)
//   "weft-stored-only"="I,.." of a widened function: arguments that its kernel does not load from
//   "weft-between-barriers"   of a widened function: its kernel has barriers
//   "weft-code-once"          of a widened function: there is no copy of it without a mask
#ifndef WEFT_PASSES_PLUGIN_STEP_PASSES_H
#define WEFT_PASSES_PLUGIN_STEP_PASSES_H

#include "passes/emitters/steps.h"

#include "llvm/IR/PassManager.h"

namespace weft {

// A step of kernels takes work-item functions, and where it stands behind the forming of regions,
// forms them first. A step of regions takes functions with a region's parameters, one of widened
// functions these.
class StepPass : public llvm::PassInfoMixin<StepPass> {
public:
  explicit StepPass(const KernelStep &step) : step(step) {}
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &manager);
  static bool isRequired() { return true; }

private:
  const KernelStep &step;
};

// Says where work-items store side by side.
struct PrintRowStoresPass : llvm::PassInfoMixin<PrintRowStoresPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace weft
#endif
