// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/analysis/sub_group_operations.h"
#include "passes/emitters/nests.h"
#include "passes/emitters/steps.h"
#include "passes/emitters/vector_width.h"
#include "passes/transforms/loop_versions.h"

namespace weft {
namespace {

unsigned widthOf(KernelState &state) {
  const LoweredKernel &kernel = state.kernel;
  const VectorOptions &options = state.options;
  if (kernel.sub_group_size)
    return kernel.sub_group_size;
  if (options.width)
    return kernel.sub_groups ? std::min(options.width, MostInSubGroup) : options.width;
  const llvm::SmallVector<llvm::Function *, 8> regions = state.functions();
  const TargetInfo &target = state.target();
  unsigned width = options.generic_width > 1 ? options.generic_width
                                             : chooseWidth(regions, target.registerBits());
  auto costsAt = [&](llvm::Function &region, llvm::ArrayRef<unsigned> widths) {
    VectorizeOptions how = state.vectors(widths.front());
    how.width = widths.front();
    return estimateWidths(region, how, widths, state.analyses);
  };
  // Rows can be made long enough.
  const bool long_rows = kernel.grouping != Grouping::AsAsked;
  if (width > 1 && !kernel.sub_groups && options.generic_width <= 1 &&
      state.does(Step::WidenLaunchIterations))
    width = widenForLaunchIterations(regions, width);
  const auto &size = kernel.fixed_local_size;
  if (width > 1 && !kernel.sub_groups && state.does(Step::FillWaits)) {
    const unsigned row = size[0] ? unsigned(size[0] & -size[0]) : MostLanes;
    width = widenForWaits(regions, width, std::min(row, MostLanes), long_rows || size[0], target,
                          costsAt);
  }
  if (width > 1 && !kernel.sub_groups && state.does(Step::NarrowWrittenRows))
    width = narrowForWrittenRows(regions, width, target);
  if (kernel.sub_groups)
    return subGroupWidth(width, size);
  // Vectors do not reach into the next row.
  if (size[0])
    return unsigned(std::min<uint64_t>(width, llvm::PowerOf2Ceil(size[0])));
  return width;
}

} // namespace

llvm::SmallVector<llvm::Function *, 8> KernelState::functions() const {
  llvm::SmallVector<llvm::Function *, 8> found;
  for (const Region &region : plan.regions)
    if (region.function)
      found.push_back(region.function);
  return found;
}

VectorizeOptions KernelState::vectors(unsigned lane_alignment) const {
  static constexpr unsigned LaneParams[] = {ItemParam::LocalId};
  VectorizeOptions how;
  how.lane_params = LaneParams;
  how.left_out = options.left_out;
  how.width = width;
  how.lane_alignment = lane_alignment;
  return how;
}

namespace steps {

bool mayCallVectors(const KernelState &kernel) {
  return kernel.width > 1 && kernel.options.link_functions;
}

void describeRegions(KernelState &kernel) {
  const llvm::SmallVector<llvm::Function *, 8> functions = kernel.functions();
  // There may be a loop around a barrier.
  kernel.emitted.hints.has_loops =
      kernel.has_barriers ||
      llvm::any_of(functions, [](llvm::Function *region) { return depthOfNests(*region) > 0; });
  for (const llvm::Function *region : functions)
    kernel.emitted.asks_for_separate_buffers |= region->hasFnAttribute(AsksForSeparateBuffers);
}

void chooseKernelWidth(KernelState &kernel) {
  if (kernel.not_widened.empty())
    kernel.not_widened = whyNotWidened(kernel); // there may be more regions now
  if (kernel.not_widened.empty())
    kernel.width = widthOf(kernel);
  else
    kernel.remarks.push_back(kernel.not_widened);
}

void linkVectorFunctions(KernelState &kernel) {
  llvm::Module &module = *kernel.kernel.function->getParent();
  std::vector<std::string> wide = vectorFormsWanted(module, kernel.width);
  if (!wide.empty())
    kernel.options.link_functions(module, wide);
}

} // namespace steps
} // namespace weft
