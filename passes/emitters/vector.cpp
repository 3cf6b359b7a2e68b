// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/emitters/steps.h"

#include <array>

namespace weft {
namespace {

constexpr KernelStep Steps[] = {
#define WEFT_KERNEL_STEP(id, name, function, when, shows, gain, reason)                            \
  {Step::id, steps::function, steps::when},
#define WEFT_REGION_STEP WEFT_KERNEL_STEP
#define WEFT_WIDE_STEP WEFT_KERNEL_STEP
#include "passes/pipeline.def"
};

// Functions that steps make of a region, besides its own.
std::array<llvm::Function *, 5> madeOf(const RegionState &region) {
  return {region.by_items, region.rows, region.wide.function, region.flat.function,
          region.joined.function};
}

std::array<std::pair<WideForm::Kind, llvm::Function *>, 3> wideFormsOf(const RegionState &region) {
  return {{{WideForm::Rows, region.wide.function},
           {WideForm::ByItems, region.flat.function},
           {WideForm::JoinedRows, region.joined.function}}};
}

// What a kernel is after a step: its work-item function, its regions, its entry function.
llvm::SmallVector<const llvm::Function *, 8> functionsOf(const KernelState &kernel) {
  if (kernel.emitted.entry)
    return {kernel.emitted.entry};
  if (kernel.plan.regions.empty())
    return {kernel.kernel.function};
  const auto regions = kernel.functions();
  return {regions.begin(), regions.end()};
}

void note(const KernelState &kernel, Step step, const llvm::Function *function) {
  if (StepLog *log = kernel.options.steps; log && function)
    log->ran(step, function->getName(), function);
}

void runOfKernel(const KernelStep &step, KernelState &kernel) {
  if (!step.kernel_when(kernel))
    return;
  step.of_kernel(kernel);
  if (StepLog *log = kernel.options.steps)
    log->ran(step.step, kernel.kernel.name, functionsOf(kernel));
}

void runOfRegion(const KernelStep &step, KernelState &kernel, RegionState &region) {
  if (!step.region_when(kernel, region))
    return;
  const auto before = madeOf(region);
  step.of_region(kernel, region);
  const llvm::Function *subject = kernel.regionOf(region).function;
  for (auto [earlier, now] : llvm::zip_equal(before, madeOf(region)))
    if (now && now != earlier)
      subject = now;
  note(kernel, step.step, subject);
}

void runOfWide(const KernelStep &step, KernelState &kernel, RegionState &region) {
  for (auto [kind, function] : wideFormsOf(region)) {
    if (!function)
      continue;
    WideForm form{kind, *function};
    if (!step.wide_when(kernel, region, form))
      continue;
    step.of_wide(kernel, region, form);
    note(kernel, step.step, function);
  }
}

} // namespace

llvm::ArrayRef<KernelStep> kernelSteps() { return Steps; }

void KernelStep::run(KernelState &kernel) const {
  if (of_kernel)
    return runOfKernel(*this, kernel);
  for (RegionState &region : kernel.regions)
    of_region ? runOfRegion(*this, kernel, region) : runOfWide(*this, kernel, region);
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
