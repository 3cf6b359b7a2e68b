// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The steps of pipeline.def as passes of opt, each alone: the functions that production calls, on a
// state that is made from the IR. Steps of regions run whatever their condition says, which depends
// on the steps before them. What a step reads of the state, and the IR does not tell:
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

// Steps of kernels take work-item functions, and form regions first if they come after that. Steps
// of regions take functions with parameters of regions; those of widened functions, widened ones.
class StepPass : public llvm::PassInfoMixin<StepPass> {
public:
  explicit StepPass(const KernelStep &step) : step(step) {}
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &manager);
  static bool isRequired() { return true; }

private:
  const KernelStep &step;
};

// Prints the stores of consecutive elements (findRowStore()).
struct PrintRowStoresPass : llvm::PassInfoMixin<PrintRowStoresPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace weft
#endif
