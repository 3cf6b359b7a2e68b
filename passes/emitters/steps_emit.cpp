// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/analysis/sub_group_operations.h"
#include "passes/emitters/steps.h"
#include "passes/transforms/loop_versions.h"
#include "passes/vectorize/line_report.h"

#include <utility>

namespace weft {
namespace {

std::string failureOf(const RegionState &region) {
  return region.wide.failure + region.flat.failure;
}

bool isWidened(const KernelState &kernel, const RegionState &region) {
  return steps::isOfLanes(kernel, region) && failureOf(region).empty();
}

// Of groups that the launch may not form anew.
unsigned fewItems(const KernelState &kernel, const RegionState &region) {
  if (!region.wide.function || region.has_sub_groups || kernel.kernel.grouping != Grouping::AsAsked)
    return 0;
  return std::min(unsigned(region.wide.worth_items), kernel.width - 1);
}

RegionForm formOf(const KernelState &kernel, const RegionState &region) {
  RegionForm form;
  if (!steps::isOfWidth(kernel, region))
    return form;
  form.bounds = region.bounds;
  if (region.is_for_one_item)
    return form;
  form.wide = region.wide.function;
  form.flat = region.flat.function;
  form.width = kernel.width;
  form.code_once = region.once;
  form.rest_by_items = region.rest_by_items;
  form.few_items = fewItems(kernel, region);
  form.row_conditions = region.row_conditions;
  form.row_store = region.once ? RowStore() : region.row_store;
  form.row_check = region.wide.row_check;
  form.joined = region.joined.function;
  form.joined_check = region.joined.row_check;
  form.joined_rows = region.joined.function ? region.joined_rows : 0;
  return form;
}

std::string remarkOf(const LoweredKernel &kernel, unsigned width, unsigned rows_together) {
  if (width == 1)
    return "one work-item at a time";
  return (llvm::Twine(width) + " work-items side by side" + (kernel.transposed ? ", along y" : "") +
          (rows_together > 1 ? ", several rows at a time" : ""))
      .str();
}

void takeRemarks(KernelState &kernel, const RegionState &region) {
  llvm::append_range(kernel.remarks, region.remarks);
  llvm::append_range(kernel.remarks, (region.in_rows ? region.wide : region.flat).remarks);
  if (const std::string failure = failureOf(region); !failure.empty())
    kernel.remarks.push_back(("region " + llvm::Twine(kernel.regionOf(region).number) +
                              " runs one work-item at a time: " + failure)
                                 .str());
}

// What became of a region; of one that nobody has tried to widen, as it is now.
RegionReport reportOf(KernelState &kernel, RegionState &region) {
  llvm::Function &function = *kernel.regionOf(region).function;
  RegionReport report;
  if (steps::isOfLanes(kernel, region)) {
    report = std::move((region.in_rows ? region.wide : region.flat).report);
    const std::string more = std::exchange(report.why_single, failureOf(region));
    if (!more.empty())
      report.why_single += ", " + more;
  } else {
    report = reportOneByOne(function, targetOf(function, kernel.analyses).costs(),
                            kernel.emitted.report.files);
    report.why_single =
        region.is_for_one_item ? "only one work-item of a group comes here" : kernel.not_widened;
  }
  report.number = kernel.regionOf(region).number;
  return report;
}

// While the regions' functions are there.
void reportRegions(KernelState &kernel) {
  KernelReport &report = kernel.emitted.report;
  for (RegionState &region : kernel.regions)
    if (kernel.regionOf(region).function)
      report.regions.push_back(reportOf(kernel, region));
}

// What the launch, and people, are told of how the kernel runs.
void describe(KernelState &kernel) {
  EmittedKernel &emitted = kernel.emitted;
  unsigned widened = 0, single = 0, rows_together = 1;
  bool gathers = false;
  for (RegionState &region : kernel.regions) {
    single += region.is_for_one_item;
    widened += isWidened(kernel, region);
    gathers |= region.wide.gathers || region.flat.gathers;
    if (region.joined.function)
      rows_together = std::max(rows_together, region.joined_rows);
    takeRemarks(kernel, region);
  }
  const auto functions = kernel.functions();
  emitted.simd_width = widened ? kernel.width : 1;
  emitted.hints.has_non_temporal_stores = kernel.non_temporal;
  emitted.hints.rows_together = rows_together;
  emitted.hints.has_gathers = gathers || widened + single < functions.size();
  emitted.remarks.insert(emitted.remarks.begin(),
                         remarkOf(kernel.kernel, emitted.simd_width, rows_together));
  llvm::append_range(emitted.remarks, kernel.remarks);
}

} // namespace

namespace steps {

bool isBounded(const KernelState &, const RegionState &region) { return region.whole; }

bool hasLonelySubGroups(const KernelState &kernel) {
  return kernel.hasSubGroups() &&
         (kernel.width == 1 || llvm::any_of(kernel.regions, [](const RegionState &region) {
            return region.has_sub_groups && !failureOf(region).empty();
          }));
}

void restoreScalar(KernelState &kernel, RegionState &state) {
  Region &region = kernel.regionOf(state);
  llvm::Function *copy = std::exchange(region.function, state.whole);
  copy->replaceAllUsesWith(state.whole); // lane by lane, which does the same there
  kernel.analyses.clear(*copy, copy->getName());
  copy->eraseFromParent();
  if (!state.wide.function && !kernel.has_barriers)
    kernel.options.simplify(*region.function);
  kernel.emitted.asks_for_separate_buffers |=
      region.function->hasFnAttribute(AsksForSeparateBuffers);
}

void lowerSubGroups(KernelState &kernel) {
  for (RegionState &region : kernel.regions) {
    takeRemarks(kernel, region);
    for (llvm::Function *function : {region.wide.function, region.flat.function})
      if (function) {
        kernel.analyses.clear(*function, function->getName());
        function->eraseFromParent();
      }
    region = {};
  }
  kernel.width = 1;
  kernel.remarks.push_back("sub-groups are single work-items");
  for (llvm::Function *region : kernel.functions())
    lowerSubGroupsOfOne(*region);
}

void emitLoopsOfRegions(KernelState &kernel) {
  if (kernel.options.report)
    reportRegions(kernel);
  std::vector<RegionForm> forms;
  for (const RegionState &region : kernel.regions)
    forms.push_back(formOf(kernel, region));
  emitRegionLoops(kernel.kernel, kernel.plan, forms, /*parallel=*/false, kernel.emitted);
  kernel.emitted.entry->setSubprogram(kernel.subprogram);
  describe(kernel);
  // Nothing calls the scalar forms of operations that only lanes can do.
  for (llvm::Function *region : kernel.functions())
    if (kernel.hasSubGroups() && region->use_empty()) {
      kernel.analyses.clear(*region, region->getName());
      region->eraseFromParent();
    }
}

} // namespace steps
} // namespace weft
