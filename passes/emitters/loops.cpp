// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/analysis/sub_group_operations.h"
#include "passes/emitters/region_loops.h"

namespace weft {

EmittedKernel emitLoops(const LoweredKernel &kernel) {
  llvm::DISubprogram *subprogram = kernel.function->getSubprogram();
  lowerSubGroupsOfOne(*kernel.function);
  // The parameters' types are needed after the body is gone.
  RegionPlan plan = formRegions(*kernel.function, kernel.context_bytes_per_item);
  std::vector<RegionForm> forms(plan.regions.size());
  EmittedKernel result;
  emitRegionLoops(kernel, plan, forms, /*parallel=*/true, result);
  // All of the kernel's instructions end up in here.
  result.entry->setSubprogram(subprogram);
  return result;
}

} // namespace weft
