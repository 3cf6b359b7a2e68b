// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/budget.h"
#include "passes/emitters/nests.h"
#include "passes/emitters/steps.h"
#include "passes/regions/shared_counters.h"
#include "passes/transforms/disjoint_sums.h"
#include "passes/transforms/group_steps.h"
#include "passes/transforms/loop_versions.h"
#include "passes/transforms/non_temporal_stores.h"

namespace weft::steps {

bool mayStorePastCaches(const KernelState &kernel) {
  return kernel.options.exceeds_caches && kernel.does(Step::MarkNonTemporalStores);
}

void findStoredOnly(KernelState &kernel) {
  kernel.stored_only = argumentsStoredOnly(*kernel.kernel.function);
}

void shareCounters(KernelState &kernel) { weft::shareCounters(*kernel.kernel.function); }

void formRegions(KernelState &kernel) {
  kernel.plan = weft::formRegions(*kernel.kernel.function, kernel.kernel.context_bytes_per_item);
  kernel.has_barriers = kernel.plan.regions.size() > 1;
  kernel.regions.resize(kernel.plan.regions.size());
  kernel.not_widened = whyNotWidened(kernel);
}

bool hasBarriers(const KernelState &kernel) { return kernel.has_barriers; }

bool isWholeKernel(const KernelState &kernel, const RegionState &) {
  return !kernel.has_barriers && !kernel.hasSubGroups();
}

bool isBetweenBarriers(const KernelState &kernel, const RegionState &region) {
  return kernel.has_barriers && !kernel.hasSubGroups() && kernel.does(Step::BoundRows) &&
         hasFunction(kernel, region);
}

bool hasFunction(const KernelState &kernel, const RegionState &region) {
  return kernel.regionOf(region).function;
}

bool isBoundedAtBarriers(const KernelState &kernel, const RegionState &region) {
  return kernel.has_barriers && region.whole;
}

void boundRows(KernelState &kernel, RegionState &state) {
  Region &region = kernel.regionOf(state);
  if (region.next.size() > 1)
    return;
  state.row_conditions = findRowConditions(*region.function);
  if (state.row_conditions.empty())
    return;
  state.whole = region.function;
  region.function = cloneWithin(*state.whole, state.row_conditions);
}

static bool isStraightLine(const llvm::Function &region) {
  return llvm::all_of(region, [](const llvm::BasicBlock &block) {
    return block.getTerminator()->getNumSuccessors() < 2;
  });
}

void simplifyRegion(KernelState &kernel, RegionState &region) {
  llvm::Function &function = *kernel.regionOf(region).function;
  const bool stays_scalar = !kernel.not_widened.empty();
  if (stays_scalar &&
      (isStraightLine(function) || depthOfNests(function) > budget::DeepestNestToWiden))
    kernel.options.fold(function);
  else
    kernel.options.simplify(function);
}

void chooseOncePerGroup(KernelState &kernel) {
  splitAtChoices(kernel.plan);
  keepOncePerGroup(kernel.plan, unsigned(kernel.kernel.function->arg_size()));
  kernel.regions.resize(kernel.plan.regions.size());
}

void foldRegion(KernelState &kernel, RegionState &region) {
  kernel.options.fold(*kernel.regionOf(region).function);
}

void sumDisjointOrs(KernelState &kernel, RegionState &region) {
  if (region.whole)
    makeSumsOfDisjointOrs(*region.whole);
  makeSumsOfDisjointOrs(*kernel.regionOf(region).function);
}

} // namespace weft::steps
