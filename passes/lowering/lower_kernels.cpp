// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lowering/lower_kernels.h"

#include "passes/lowering/safe_division.h"
#include "passes/lowering/steps.h"

namespace weft {

std::vector<LoweredKernel> lowerKernels(llvm::Module &module, std::vector<std::string> &errors) {
  size_t errors_before = errors.size();
  std::vector<llvm::Function *> kernels = adoptHostConventions(module);
  // Both ahead of the first optimisation, which inlining brings with it.
  lowerBarriers(module);
  for (llvm::Function &function : module)
    makeDivisionSafe(function);

  CallGraphPlan plan = planCalls(module, kernels, errors);
  if (errors.size() > errors_before)
    return {};
  inlineCalls(module, plan, kernels, errors);
  if (errors.size() > errors_before)
    return {};

  std::vector<LoweredKernel> lowered;
  for (llvm::Function *kernel : kernels) {
    LoweredKernel &result = lowered.emplace_back(makeWorkItemFunction(*kernel));
    makeBarriersClobber(*result.function);
    lowerQueries(*result.function);
    lowerPrintf(*result.function);
    result.local_bytes = lowerLocalVariables(*result.function);
  }
  return lowered;
}

} // namespace weft
