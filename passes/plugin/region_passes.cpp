// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/plugin/region_passes.h"

#include "passes/plugin/work_item_passes.h"
#include "passes/regions/form_regions.h"
#include "passes/transforms/flat_region.h"
#include "passes/transforms/group_steps.h"
#include "passes/transforms/joined_rows.h"
#include "passes/transforms/non_temporal_stores.h"
#include "passes/transforms/prefetch.h"
#include "passes/transforms/row_alignment.h"
#include "passes/transforms/row_conditions.h"
#include "passes/transforms/row_loads.h"

#include "llvm/IR/Module.h"

namespace weft {

void bringForward(llvm::Function &region, llvm::FunctionAnalysisManager &analyses) {
  bringRowLoadsForward(region, targetOf(region, analyses).numRegisters());
}

void markTheirStores(llvm::Function &region, llvm::FunctionAnalysisManager &analyses) {
  markNonTemporalStores(region, targetOf(region, analyses), argumentsStoredOnly(region));
}

void prefetchIterations(llvm::Function &region, llvm::FunctionAnalysisManager &analyses) {
  prefetchNextIterations(region, targetOf(region, analyses));
}

void prefetchGroups(llvm::Function &region, llvm::FunctionAnalysisManager &analyses) {
  prefetchNextGroups(region, targetOf(region, analyses), /*starts_kernel=*/true,
                     /*exceeds_caches=*/false);
}

void prefetchVectors(llvm::Function &region, llvm::FunctionAnalysisManager &analyses) {
  prefetchNextVectors(region, targetOf(region, analyses), /*lanes_are_mask=*/true,
                      /*exceeds_caches=*/false);
}

void boundRows(llvm::Function &region, llvm::FunctionAnalysisManager &) {
  if (auto row_conditions = findRowConditions(region); !row_conditions.empty())
    cloneWithin(region, row_conditions);
}

void flatten(llvm::Function &region, llvm::FunctionAnalysisManager &) { flattenIds(region); }

void joinTheirRows(llvm::Function &region, llvm::FunctionAnalysisManager &) {
  joinRows(region, JoinedRows, /*are_short=*/false);
}

llvm::PreservedAnalyses RegionPass::run(llvm::Function &function,
                                        llvm::FunctionAnalysisManager &analyses) {
  if (!hasItemParams(function))
    return llvm::PreservedAnalyses::all();
  change(function, analyses);
  return llvm::PreservedAnalyses::none();
}

llvm::PreservedAnalyses RegionCopiesPass::run(llvm::Module &module,
                                              llvm::ModuleAnalysisManager &manager) {
  auto &analyses = manager.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
  std::vector<llvm::Function *> regions;
  for (llvm::Function &function : module)
    if (hasItemParams(function))
      regions.push_back(&function);
  for (llvm::Function *region : regions)
    copy(*region, analyses);
  return llvm::PreservedAnalyses::none();
}

llvm::PreservedAnalyses ChooseOncePerGroupPass::run(llvm::Module &module,
                                                    llvm::ModuleAnalysisManager &) {
  for (llvm::Function *function : workItemFunctions(module)) {
    const unsigned params = unsigned(function->arg_size());
    RegionPlan plan = formRegions(*function);
    if (plan.regions.size() < 2)
      continue;
    splitAtChoices(plan);
    keepOncePerGroup(plan, params);
  }
  return llvm::PreservedAnalyses::none();
}

llvm::PreservedAnalyses PrintRowStoresPass::run(llvm::Function &function,
                                                llvm::FunctionAnalysisManager &analyses) {
  if (!hasItemParams(function))
    return llvm::PreservedAnalyses::all();
  const RowStore store = findRowStore(function, targetOf(function, analyses));
  llvm::errs() << "rows of '" << function.getName() << "': ";
  if (store.address) {
    llvm::errs() << store.bytes << " bytes of each work-item, " << store.per_line
                 << " to a line, at ";
    store.address->printAsOperand(llvm::errs(), /*PrintType=*/false);
    llvm::errs() << "\n";
  } else {
    llvm::errs() << "no stores side by side\n";
  }
  return llvm::PreservedAnalyses::all();
}

} // namespace weft
