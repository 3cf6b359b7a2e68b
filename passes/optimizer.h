// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's own passes as the kernel pipeline uses them, between and behind our own.
#ifndef WEFT_PASSES_OPTIMIZER_H
#define WEFT_PASSES_OPTIMIZER_H

#include "passes/steps.h"

#include "llvm/Passes/PassBuilder.h"

#include <string>

namespace weft {

class Optimizer {
public:
  // `model`: LLVM's name of the CPU that is tuned for. `left_out`: of the passes in pipeline.def.
  Optimizer(llvm::TargetMachine &machine, const std::string &model, const LeftOut &left_out = {});

  // Makes a work-item function small before regions are formed. Neither copies nor moves a barrier
  // (they are convergent and noduplicate), nor hoists what would then have to survive it.
  void simplifyItem(llvm::Function &function);
  // A region's function, without barriers: everything that pays before it is widened, such as
  // unrolling that turns private arrays into registers.
  void simplifyRegion(llvm::Function &function);
  // A simplified region's function in which conditions have become constants.
  void foldRegion(llvm::Function &function);
  // The rest of LLVM's O2 for scalar code, its vectorisers included; 0: as little as possible.
  void optimizeScalar(llvm::Module &module, unsigned level);
  // What is left to do where regions were simplified before, and widened: first what concerns
  // several functions, then the functions themselves; specialised ones may take longer.
  void inlineWidened(llvm::Module &module);
  void optimizeWidened(llvm::Module &module, bool specialized);

  llvm::FunctionAnalysisManager &functionAnalyses() { return function_analyses; }

  // What the functions above run.
  static llvm::FunctionPassManager itemPasses();
  static llvm::FunctionPassManager regionPasses(llvm::PassBuilder &builder);
  static llvm::FunctionPassManager foldPasses();
  static llvm::ModulePassManager inliningPasses();
  static llvm::ModulePassManager widenedPasses(bool specialized);

private:
  void unrollForArrays(llvm::Function &function);
  void run(llvm::FunctionPassManager passes, llvm::Function &function);

  LeftOut left_out;
  llvm::PassInstrumentationCallbacks callbacks;
  llvm::LoopAnalysisManager loop_analyses;
  llvm::FunctionAnalysisManager function_analyses;
  llvm::CGSCCAnalysisManager scc_analyses;
  llvm::ModuleAnalysisManager module_analyses;
  llvm::PassBuilder builder;
};

// The names of passes, LLVM's and ours, as opt takes them.
class PassNames {
public:
  explicit PassNames(llvm::TargetMachine &machine);
  template <typename Manager> std::string textOf(Manager passes) {
    std::string text;
    llvm::raw_string_ostream out(text);
    passes.printPipeline(out, [this](llvm::StringRef name) { return nameOf(name); });
    return text;
  }
  llvm::FunctionPassManager regionPasses() { return Optimizer::regionPasses(builder); }

private:
  llvm::StringRef nameOf(llvm::StringRef class_name);

  llvm::PassInstrumentationCallbacks callbacks;
  llvm::PassBuilder builder;
};

} // namespace weft
#endif
