// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is done with the functions of regions as passes of opt: each alone, on functions that have
// the parameters of a region (regions/form_regions.h).
#ifndef WEFT_PASSES_PLUGIN_REGION_PASSES_H
#define WEFT_PASSES_PLUGIN_REGION_PASSES_H

#include "llvm/IR/PassManager.h"

namespace weft {

// Changes a region's function.
class RegionPass : public llvm::PassInfoMixin<RegionPass> {
public:
  using Change = void (*)(llvm::Function &, llvm::FunctionAnalysisManager &);
  explicit RegionPass(Change change) : change(change) {}
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }

private:
  Change change;
};
void bringForward(llvm::Function &region, llvm::FunctionAnalysisManager &analyses);
void markTheirStores(llvm::Function &region, llvm::FunctionAnalysisManager &analyses);
void prefetchIterations(llvm::Function &region, llvm::FunctionAnalysisManager &analyses);
void prefetchGroups(llvm::Function &region, llvm::FunctionAnalysisManager &analyses);
void prefetchVectors(llvm::Function &region, llvm::FunctionAnalysisManager &analyses);
void prefetchEdges(llvm::Function &region, llvm::FunctionAnalysisManager &analyses);

// Makes another function of each region's.
class RegionCopiesPass : public llvm::PassInfoMixin<RegionCopiesPass> {
public:
  using Copy = void (*)(llvm::Function &, llvm::FunctionAnalysisManager &);
  explicit RegionCopiesPass(Copy copy) : copy(copy) {}
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }

private:
  Copy copy;
};
void boundRows(llvm::Function &region, llvm::FunctionAnalysisManager &analyses);
void flatten(llvm::Function &region, llvm::FunctionAnalysisManager &analyses);
void joinTheirRows(llvm::Function &region, llvm::FunctionAnalysisManager &analyses);

// Forms the regions of work-item functions with barriers, and has groups choose once.
struct ChooseOncePerGroupPass : llvm::PassInfoMixin<ChooseOncePerGroupPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

// Says where work-items store side by side.
struct PrintRowStoresPass : llvm::PassInfoMixin<PrintRowStoresPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

} // namespace weft
#endif
