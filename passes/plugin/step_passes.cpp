// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/plugin/step_passes.h"

#include "passes/plugin/work_item_passes.h"
#include "passes/transforms/row_alignment.h"

#include "llvm/IR/Module.h"

namespace weft {
namespace {

llvm::SmallVector<unsigned, 4> storedOnly(const llvm::Function &function) {
  llvm::SmallVector<unsigned, 4> arguments;
  llvm::SmallVector<llvm::StringRef, 4> numbers;
  function.getFnAttribute("weft-stored-only").getValueAsString().split(numbers, ',', -1, false);
  for (llvm::StringRef number : numbers)
    number.getAsInteger(10, arguments.emplace_back(0));
  return arguments;
}

VectorOptions optionsOf(const llvm::Function &function) {
  auto nothing = [](llvm::Function &) {};
  VectorOptions options;
  options.width = widthOf(function);
  options.simplify = options.fold = nothing;
  return options;
}

// As the steps before leave it where a kernel is this region alone.
void runOfRegion(const KernelStep &step, llvm::Function &function,
                 llvm::FunctionAnalysisManager &analyses) {
  const LoweredKernel kernel = describeWorkItemFunction(function);
  const VectorOptions options = optionsOf(function);
  KernelState state(kernel, options, analyses);
  state.plan.regions.push_back({&function, 1, /*starts_kernel=*/true, {EndRegion}, {}});
  state.regions.resize(1);
  state.width = options.width;
  state.stored_only = storedOnly(function);
  state.has_barriers = function.hasFnAttribute("weft-between-barriers");
  RegionState &region = state.regions.front();
  if (step.of_region) {
    step.of_region(state, region);
    return;
  }
  WideForm form{WideForm::Rows, function};
  region.wide.function = &function;
  region.once = function.hasFnAttribute("weft-code-once");
  if (step.wide_when(state, region, form))
    step.of_wide(state, region, form);
}

void runOfKernel(const KernelStep &step, llvm::Function &function,
                 llvm::FunctionAnalysisManager &analyses) {
  const LoweredKernel kernel = describeWorkItemFunction(function);
  const VectorOptions options = optionsOf(function);
  KernelState state(kernel, options, analyses);
  if (step.step > Step::FormRegions)
    steps::formRegions(state);
  if (step.kernel_when(state))
    step.of_kernel(state);
}

} // namespace

llvm::PreservedAnalyses StepPass::run(llvm::Module &module, llvm::ModuleAnalysisManager &manager) {
  auto &analyses = manager.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
  std::vector<llvm::Function *> functions;
  for (llvm::Function &function : module)
    if (hasItemParams(function) && (!step.of_kernel || function.getReturnType()->isVoidTy()))
      functions.push_back(&function);
  for (llvm::Function *function : functions)
    step.of_kernel ? runOfKernel(step, *function, analyses)
                   : runOfRegion(step, *function, analyses);
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
