// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/emitters/steps.h"

#include <algorithm>
#include <array>

namespace weft {
namespace {

using namespace steps;

constexpr KernelStep Steps[] = {
#define WEFT_KERNEL_STEP(id, name, function, when, shows, gain, reason)                            \
  {Step::id, steps::function, steps::when},
#define WEFT_REGION_STEP WEFT_KERNEL_STEP
#define WEFT_WIDE_STEP WEFT_KERNEL_STEP
#include "passes/pipeline.def"
};

// What steps make of a region, besides its own function.
std::array<llvm::Function *, 5> functionsOf(const RegionState &region) {
  return {region.by_items, region.rows, region.wide.function, region.flat.function,
          region.joined.function};
}

} // namespace

llvm::ArrayRef<KernelStep> kernelSteps() { return Steps; }

void KernelStep::run(KernelState &kernel) const {
  StepLog *log = kernel.options.steps;
  if (of_kernel) {
    if (!kernel_when(kernel))
      return;
    of_kernel(kernel);
    noteStep(log, step, kernel.kernel.name);
    return;
  }
  for (RegionState &region : kernel.regions) {
    if (of_region) {
      if (!region_when(kernel, region))
        continue;
      const auto before = functionsOf(region);
      of_region(kernel, region);
      const auto after = functionsOf(region);
      const auto made = std::ranges::mismatch(before, after).in2;
      const llvm::Function *subject =
          made != after.end() && *made ? *made : kernel.regionOf(region).function;
      if (subject)
        noteStep(log, step, *subject);
      continue;
    }
    const std::pair<WideForm::Kind, llvm::Function *> wide_forms[] = {
        {WideForm::Rows, region.wide.function},
        {WideForm::ByItems, region.flat.function},
        {WideForm::JoinedRows, region.joined.function}};
    for (auto [kind, function] : wide_forms) {
      if (!function)
        continue;
      WideForm form{kind, *function};
      if (!wide_when(kernel, region, form))
        continue;
      of_wide(kernel, region, form);
      noteStep(log, step, *function);
    }
  }
}

EmittedKernel emitVector(const LoweredKernel &kernel, const VectorOptions &options,
                         llvm::FunctionAnalysisManager &analyses) {
  KernelState state(kernel, options, analyses);
  for (const KernelStep &step : kernelSteps())
    if (state.does(step.step))
      step.run(state);
  return std::move(state.emitted);
}

} // namespace weft
