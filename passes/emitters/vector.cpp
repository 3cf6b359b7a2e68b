// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/analysis/sub_group_operations.h"
#include "passes/emitters/region_loops.h"
#include "passes/emitters/vector_width.h"
#include "passes/vectorize/vectorize_region.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"

namespace weft {
namespace {

unsigned registerBits(llvm::Function &function, llvm::FunctionAnalysisManager &analyses) {
  auto kind = llvm::TargetTransformInfo::RGK_FixedWidthVector;
  return unsigned(analyses.getResult<llvm::TargetIRAnalysis>(function)
                      .getRegisterBitWidth(kind)
                      .getFixedValue());
}

} // namespace

EmittedKernel emitVector(const LoweredKernel &kernel, const VectorOptions &options,
                         llvm::FunctionAnalysisManager &analyses) {
  llvm::DISubprogram *subprogram = kernel.function->getSubprogram();
  RegionPlan plan = formRegions(*kernel.function, kernel.context_bytes_per_item);
  llvm::SmallVector<llvm::Function *, 8> regions;
  bool has_loops = plan.regions.size() > 1; // there may be one around a barrier
  for (const Region &region : plan.regions) {
    options.simplify(*region.function);
    regions.push_back(region.function);
    has_loops |= !llvm::LoopInfo(llvm::DominatorTree(*region.function)).empty();
  }
  VectorizeOptions how;
  const unsigned lane_params[] = {ItemParam::LocalId};
  how.lane_params = lane_params;
  auto setWidth = [&](unsigned lanes) {
    how.width = lanes;
    // Vectors start at multiples of W in each row; sub-groups may be smaller.
    how.lane_alignment = kernel.sub_groups ? 1 : lanes;
  };
  unsigned width = kernel.sub_group_size ? kernel.sub_group_size : options.width;
  if (!width) {
    width = chooseWidth(regions, registerBits(*regions.front(), analyses));
    // Rows that can be made long enough.
    if (width > 1 && kernel.free_grouping)
      width = widenForNarrowData(regions, width, [&](llvm::Function &region, unsigned lanes) {
        setWidth(lanes);
        return estimatePerItem(region, how, analyses);
      });
    // Vectors do not reach into the next row.
    if (uint64_t row = kernel.fixed_local_size[0])
      width = unsigned(std::min<uint64_t>(width, llvm::PowerOf2Ceil(row)));
  }
  if (width > 1 && options.link_functions) {
    llvm::Module &module = *kernel.function->getParent();
    std::vector<std::string> wide = vectorFormsWanted(module, width);
    if (!wide.empty())
      options.link_functions(module, wide);
  }

  std::vector<RegionForm> forms(plan.regions.size());
  std::vector<std::string> remarks;
  unsigned widened = 0;
  auto erase = [&](llvm::Function &function) {
    analyses.clear(function, function.getName());
    function.eraseFromParent();
  };
  bool together = width > 1; // lanes that look at each other do run side by side
  for (size_t i = 0; i < regions.size() && width > 1; ++i) {
    setWidth(width);
    // As single work-items, lanes that look at each other would find no one.
    how.only_if_cheaper =
        !kernel.sub_group_size && options.width == 0 && !hasSubGroupOperations(*regions[i]);
    VectorizeResult result = vectorizeRegion(*regions[i], how, analyses);
    remarks.insert(remarks.end(), result.remarks.begin(), result.remarks.end());
    if (result.function) {
      forms[i] = {result.function, width};
      ++widened;
    } else {
      together &= !hasSubGroupOperations(*regions[i]);
      remarks.push_back(
          ("region " + llvm::Twine(i + 1) + " runs one work-item at a time: " + result.failure)
              .str());
    }
  }
  if (kernel.sub_groups && !together) {
    remarks.push_back("sub-groups are single work-items");
    widened = 0;
    for (RegionForm &form : forms)
      if (form.wide)
        erase(*form.wide);
    forms.assign(forms.size(), {});
    for (llvm::Function *region : regions)
      lowerSubGroupsOfOne(*region);
  }
  EmittedKernel emitted = emitRegionLoops(kernel, plan, forms, /*parallel=*/false);
  // Nothing calls the scalar forms of operations that only lanes can do.
  for (llvm::Function *region : regions)
    if (kernel.sub_groups && region->use_empty())
      erase(*region);
  emitted.entry->setSubprogram(subprogram);
  emitted.width = widened ? width : 1;
  emitted.has_loops = has_loops;
  emitted.remarks.insert(emitted.remarks.begin(),
                         widened ? (llvm::Twine(width) + " work-items side by side").str()
                                 : "one work-item at a time");
  emitted.remarks.insert(emitted.remarks.end(), remarks.begin(), remarks.end());
  return emitted;
}

} // namespace weft
