// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/analysis/sub_group_operations.h"
#include "passes/budget.h"
#include "passes/emitters/steps.h"
#include "passes/transforms/flat_region.h"
#include "passes/transforms/joined_rows.h"
#include "passes/transforms/non_temporal_stores.h"
#include "passes/transforms/prefetch.h"

#include <optional>

namespace weft {
namespace {

// Instructions of a widened function. Above, the time to compile it twice counts for more than what
// full vectors gain by a copy without masks. Where masks are cheap that is nothing to a tenth of
// the speed of most kernels, though a third of SHA-256's; once takes a quarter to two thirds less
// time.
constexpr unsigned LargeFunction = 1000;

// Of the time of a function, what its mask may take for the same reason. A third less time to
// compile it is for loops whose accesses are not the lanes' own.
constexpr double SmallMaskCost = 0.03;

// Of the time of as many single rows, what joined ones may take by estimate.
constexpr double WorthJoining = 0.85;

bool paysOnce(const VectorizeResult &widened) {
  return widened.function && (widened.function->getInstructionCount() > LargeFunction ||
                              widened.mask_cost < SmallMaskCost);
}

// Whether groups are made of full vectors of joined rows.
bool rowsFit(const LoweredKernel &kernel, unsigned width) {
  const auto &size = kernel.fixed_local_size;
  return size[0] && size[0] % width == 0 && size[1] % JoinedRows == 0;
}

// Whether no more than one work-item of a row has anything to do, such as the one that stores the
// result of a group.
bool areForOneItem(llvm::ArrayRef<ItemBound> bounds) {
  return !bounds.empty() && llvm::all_of(bounds, [](const ItemBound &bound) {
    auto *end = llvm::dyn_cast<llvm::ConstantInt>(bound.value);
    return end && (bound.inclusive ? end->isZero() : end->isOne());
  });
}

void erase(KernelState &kernel, llvm::Function &function) {
  kernel.analyses.clear(function, function.getName());
  function.eraseFromParent();
}

// In each row, or in the group.
unsigned laneAlignment(const KernelState &kernel, const RegionState &region) {
  return region.row_store.address ? 1 : kernel.width;
}

VectorizeResult widen(KernelState &kernel, llvm::Function &function, unsigned lane_alignment,
                      bool only_if_cheaper) {
  VectorizeOptions how = kernel.vectors(lane_alignment);
  how.checks_rows = true;
  how.most_operations = kernel.mayTakeCheaper() ? budget::MostWidenedOperations : 0;
  how.only_if_cheaper = only_if_cheaper;
  how.report_files = kernel.options.report ? &kernel.emitted.report.files : nullptr;
  return vectorizeRegion(function, how, kernel.analyses);
}

std::optional<CostEstimate> costOf(KernelState &kernel, llvm::Function &function) {
  VectorizeOptions how = kernel.vectors(kernel.width); // vectors begin where rows do
  how.checks_rows = true;
  how.most_operations = kernel.mayTakeCheaper() ? budget::MostWidenedOperations : 0;
  const auto costs = estimateWidths(function, how, kernel.width, kernel.analyses);
  return costs.empty() ? std::nullopt : std::optional(costs.front());
}

} // namespace

namespace steps {

bool isOfWidth(const KernelState &kernel, const RegionState &region) {
  return kernel.width > 1 && hasFunction(kernel, region);
}

bool isOfLanes(const KernelState &kernel, const RegionState &region) {
  return isOfWidth(kernel, region) && !region.is_for_one_item;
}

bool runsInRows(const KernelState &kernel, const RegionState &region) {
  return isOfLanes(kernel, region) && region.in_rows;
}

bool runsByItems(const KernelState &kernel, const RegionState &region) {
  return isOfLanes(kernel, region) && region.is_flat && region.wide.failure.empty();
}

bool isFlattened(const KernelState &, const RegionState &region) { return region.by_items; }

bool mayJoinRows(const KernelState &kernel, const RegionState &region) {
  return region.wide.function && !region.flat.function &&
         kernel.regionOf(region).next.size() == 1 && !kernel.hasSubGroups();
}

bool hasJoinedRows(const KernelState &, const RegionState &region) { return region.rows; }

bool storesPastCaches(const KernelState &kernel, const RegionState &, const WideForm &) {
  return !kernel.stored_only.empty();
}

bool isOfRows(const KernelState &, const RegionState &, const WideForm &form) {
  return form.kind != WideForm::ByItems;
}

bool isOfRowsAtBarriers(const KernelState &kernel, const RegionState &region,
                        const WideForm &form) {
  return isOfRows(kernel, region, form) && kernel.has_barriers;
}

bool isOfWholeRows(const KernelState &kernel, const RegionState &region, const WideForm &form) {
  return isOfRows(kernel, region, form) && !kernel.has_barriers;
}

void findBounds(KernelState &kernel, RegionState &region) {
  llvm::Function &function = *kernel.regionOf(region).function;
  llvm::Function &whole = region.whole ? *region.whole : function;
  region.bounds = findItemBounds(whole);
  region.is_for_one_item = kernel.has_barriers && areForOneItem(region.bounds);
  if (region.is_for_one_item)
    return;
  // As single work-items, lanes that look at each other would find no one.
  region.has_sub_groups = hasSubGroupOperations(function);
  if (region.has_sub_groups) {
    const auto &size = kernel.kernel.fixed_local_size;
    region.in_rows = size[0] == 0 || size[1] * size[2] == 1 || size[0] % kernel.width == 0;
    region.is_flat = size[0] == 0 || !region.in_rows;
  }
  // Only rows that are bounded have vectors with masks anyway.
  if (region.whole && kernel.target().masksAreCheap() && !kernel.has_barriers &&
      kernel.does(Step::RowAlignment))
    region.row_store = findRowStore(whole, targetOf(function, kernel.analyses));
}

void widenRows(KernelState &kernel, RegionState &region) {
  const bool only_if_cheaper =
      !kernel.kernel.sub_group_size && kernel.options.width == 0 && !region.has_sub_groups;
  region.wide = widen(kernel, *kernel.regionOf(region).function, laneAlignment(kernel, region),
                      only_if_cheaper);
}

void flatten(KernelState &kernel, RegionState &region) {
  region.by_items = flattenIds(*kernel.regionOf(region).function);
  kernel.options.simplify(*region.by_items);
}

void widenByItems(KernelState &kernel, RegionState &region) {
  region.flat = widen(kernel, *region.by_items, laneAlignment(kernel, region), false);
  erase(kernel, *region.by_items); // nothing of what assumes more than it may runs lane by lane
  region.by_items = nullptr;
}

void chooseCopies(KernelState &kernel, RegionState &region) {
  const bool masks_are_cheap = kernel.target().masksAreCheap();
  region.once = masks_are_cheap && kernel.does(Step::MaskOnce) &&
                (paysOnce(region.wide) || paysOnce(region.flat));
  if (!region.wide.function || region.once || !kernel.mayTakeCheaper())
    return;
  // Beyond these a region's code for vectors that are not full costs too much time.
  const bool is_in_parts = kernel.plan.regions.size() > budget::MostRegionsInFunction;
  const size_t size = region.wide.function->getInstructionCount();
  if (!is_in_parts && kernel.in_two_copies + size <= budget::MostInTwoCopies) {
    kernel.in_two_copies += size;
    return;
  }
  region.once = masks_are_cheap;
  region.rest_by_items = !masks_are_cheap;
  region.remarks.push_back(("region " + llvm::Twine(kernel.regionOf(region).number) +
                            " has one copy of its " + llvm::Twine(size) +
                            " instructions as vectors")
                               .str());
}

// Several rows at a time, as many as pay.
void joinTheirRows(KernelState &kernel, RegionState &state) {
  llvm::Function &region = *kernel.regionOf(state).function;
  const bool has_loops = region.size() > 1;
  if (!has_loops && !rowsFit(kernel.kernel, kernel.width))
    return;
  // A third of a build, which only pays where nobody waits for it.
  const bool are_short =
      kernel.options.generic_width && kernel.kernel.fixed_local_size[0] == kernel.width;
  std::optional<CostEstimate> one;
  for (unsigned count = JoinedRows; count > 1; count /= 2) {
    llvm::Function *rows = joinRows(region, count, are_short);
    if (!rows)
      return;
    kernel.options.simplify(*rows);
    bool pays = !has_loops;
    if (!pays) {
      if (!one)
        one = costOf(kernel, region);
      const std::optional<CostEstimate> all = costOf(kernel, *rows);
      pays = one && all && all->registers <= targetOf(region, kernel.analyses).numRegisters() &&
             all->vector + all->waits < WorthJoining * count * (one->vector + one->waits);
    }
    if (pays) {
      state.rows = rows;
      state.joined_rows = count;
      return;
    }
    erase(kernel, *rows);
  }
}

void widenJoinedRows(KernelState &kernel, RegionState &region) {
  region.joined = widen(kernel, *region.rows, kernel.width, false);
}

void markStores(KernelState &kernel, RegionState &, WideForm &form) {
  kernel.non_temporal |= markNonTemporalStores(
      form.function, targetOf(form.function, kernel.analyses), kernel.stored_only);
}

void prefetchIterations(KernelState &kernel, RegionState &, WideForm &form) {
  prefetchNextIterations(form.function, targetOf(form.function, kernel.analyses));
}

void prefetchGroups(KernelState &kernel, RegionState &region, WideForm &form) {
  prefetchNextGroups(form.function, targetOf(form.function, kernel.analyses),
                     kernel.regionOf(region).starts_kernel, !kernel.stored_only.empty());
}

void prefetchVectors(KernelState &kernel, RegionState &region, WideForm &form) {
  prefetchNextVectors(form.function, targetOf(form.function, kernel.analyses), region.once,
                      kernel.non_temporal);
}

} // namespace steps
} // namespace weft
