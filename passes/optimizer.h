// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's passes as the kernel pipeline uses them, between and behind ours.
#ifndef WEFT_PASSES_OPTIMIZER_H
#define WEFT_PASSES_OPTIMIZER_H

#include "passes/steps.h"

#include "llvm/Passes/PassBuilder.h"

#include <string>

namespace weft {

// Adds passes to a place in the pipeline; may be null.
using AddPasses = void(llvm::FunctionPassManager &);

class Optimizer {
public:
  // `model`: LLVM's name of the CPU that is tuned for. `left_out`: passes not to run.
  Optimizer(llvm::TargetMachine &machine, const std::string &model, const LeftOut &left_out = {},
            AddPasses *before_vectoriser = nullptr);

  // Simplifies a work-item function before regions are formed. Barriers are not duplicated or moved
  // (they are convergent and noduplicate), and nothing is hoisted that would then live across one.
  void simplifyItem(llvm::Function &function);
  // Simplifies a region's function, which has no barriers, before it is widened, such as by
  // unrolling that turns private arrays into values.
  void simplifyRegion(llvm::Function &function);
  // Simplifies it again after some of its conditions have become constants.
  void foldRegion(llvm::Function &function);
  // LLVM's O2 for scalar code, vectorisers included. `level` 0: as little as possible.
  void optimizeScalar(llvm::Module &module, unsigned level);
  // Optimise a module whose regions were simplified and widened: first across functions, then
  // function by function. `specialized`: may take longer.
  void inlineWidened(llvm::Module &module);
  void optimizeWidened(llvm::Module &module, bool specialized);

  llvm::FunctionAnalysisManager &functionAnalyses() { return function_analyses; }

  // The passes that the functions above run.
  static llvm::FunctionPassManager itemPasses();
  static llvm::FunctionPassManager regionPasses(llvm::PassBuilder &builder);
  static llvm::FunctionPassManager foldPasses();
  static llvm::ModulePassManager inliningPasses();
  static llvm::ModulePassManager widenedPasses(bool specialized, AddPasses *before_vectoriser);

private:
  void unrollForArrays(llvm::Function &function);
  void run(llvm::FunctionPassManager passes, llvm::Function &function);

  LeftOut left_out;
  AddPasses *before_vectoriser;
  llvm::PassInstrumentationCallbacks callbacks;
  llvm::LoopAnalysisManager loop_analyses;
  llvm::FunctionAnalysisManager function_analyses;
  llvm::CGSCCAnalysisManager scc_analyses;
  llvm::ModuleAnalysisManager module_analyses;
  llvm::PassBuilder builder;
};

// Pipelines as text, as opt takes it.
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
