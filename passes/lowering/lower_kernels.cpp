// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lowering/lower_kernels.h"

#include "passes/analysis/sub_group_operations.h"
#include "passes/check_marks.h"
#include "passes/lowering/fixed_opaque.h"
#include "passes/lowering/groups_of_one.h"
#include "passes/lowering/inlining.h"
#include "passes/lowering/safe_conversions.h"
#include "passes/lowering/safe_division.h"
#include "passes/lowering/steps.h"
#include "weft/check_abi.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"

namespace weft {
namespace {

// What was inlined everywhere, and what lowering has replaced. Callees mostly stand before their
// callers, hence the direction; the rest of them takes another iteration.
void removeUnused(llvm::Module &module, llvm::ArrayRef<LoweredKernel> kernels) {
  llvm::SmallPtrSet<const llvm::Function *, 8> keep;
  for (const LoweredKernel &kernel : kernels)
    keep.insert(kernel.function);
  for (bool changed = true; changed;) {
    changed = false;
    for (llvm::Function &function : llvm::make_early_inc_range(llvm::reverse(module))) {
      function.removeDeadConstantUsers();
      if (!function.use_empty() || keep.contains(&function) ||
          !(function.hasLocalLinkage() || function.isDeclaration()))
        continue;
      function.eraseFromParent();
      changed = true;
    }
  }
  for (llvm::GlobalVariable &variable : llvm::make_early_inc_range(module.globals())) {
    variable.removeDeadConstantUsers();
    if (variable.use_empty() && variable.getAddressSpace() == AddressSpace::Local)
      variable.eraseFromParent();
  }
}

// Of the library's copies.
void markAsyncCopies(llvm::Module &module) {
  llvm::MDNode *empty = llvm::MDNode::get(module.getContext(), {});
  for (llvm::Function &function : module)
    if (isLibraryFunction(function) && function.getName().contains("async_work_group"))
      for (llvm::Instruction &instruction : llvm::instructions(function))
        if (instruction.mayReadOrWriteMemory() && !llvm::isa<llvm::FenceInst>(instruction))
          instruction.setMetadata(AsyncKind, empty);
}

} // namespace

std::vector<LoweredKernel> lowerKernels(llvm::Module &module, std::vector<std::string> &errors,
                                        const LoweringOptions &options) {
  const uint32_t checks = options.checks;
  size_t errors_before = errors.size();
  lowerOpaqueTypes(module);
  std::vector<llvm::Function *> kernels = adoptHostConventions(module);
  // All ahead of the first optimisation, which inlining brings with it.
  lowerBarriers(module, checks & WEFT_CHECK_BARRIER);
  lowerSubGroups(module);
  if (checks) {
    auto is_own = [](const llvm::Function &function) { return !isLibraryFunction(function); };
    markArithmetic(module, checks, is_own);
    if (checks & WEFT_CHECK_RACE)
      markAsyncCopies(module);
    if (checks & WEFT_CHECK_MEMORY) {
      markRecords(module, is_own);
      markImageAccesses(module, is_own);
      markIndices(module, is_own);
    }
    if (checks & WEFT_CHECK_BARRIER) {
      markCopies(module, &barrierFunction(module), is_own);
      markSubGroups(module, is_own);
    }
    if (checks & WEFT_CHECK_INIT)
      markUnwritten(module, is_own);
  }
  for (llvm::Function &function : module) {
    makeDivisionSafe(function);
    makeConversionsSafe(function);
  }

  resolveIndirectCalls(module);
  CallGraphPlan plan = planCalls(module, kernels, errors);
  if (errors.size() > errors_before)
    return {};
  inlineCalls(module, kernels, plan, options, errors);
  if (errors.size() > errors_before)
    return {};

  std::vector<LoweredKernel> lowered;
  for (llvm::Function *kernel : kernels) {
    LoweredKernel &result = lowered.emplace_back(makeWorkItemFunction(*kernel));
    foldFixedOpaque(*result.function);
    if (result.function->hasFnAttribute(GroupsOfOne) && !checks)
      dissolveGroupsOfOne(*result.function);
    if (!checks)
      alignPrivateMemory(*result.function);
    makeBarriersClobber(*result.function);
    findOwnElements(result);
    QueryFacts queries =
        lowerQueries(*result.function, !options.left_out.contains(Step::LanesAlongY));
    result.transposed = queries.transposed;
    if (!options.left_out.contains(Step::RowTiles))
      result.rows_of_tile = queries.rows_of_tile;
    describePlaces(*result.function);
    lowerPointerQueries(*result.function);
    result.context_bytes_per_item = lowerGroupMemory(*result.function);
    lowerChildren(*result.function);
    lowerPrintf(*result.function);
    describeMemory(*result.function);
    result.named_barriers = hasNamedBarriers(*result.function);
    result.local_bytes = lowerLocalVariables(*result.function);
    if (checks)
      narrowComponentAccesses(*result.function);
    auto required = requiredLocalSize(*result.function);
    if (required && hasUniformGroups(*result.function))
      llvm::copy(*required, result.fixed_local_size);
    result.sub_groups = hasSubGroupOperations(*result.function);
    result.sub_group_size = requiredSubGroupSize(*result.function, errors);
    if (result.named_barriers && result.sub_group_size > 1)
      errors.push_back(describe(*result.function) +
                       ": sub-groups that wait at named barriers have " + "one work-item, not " +
                       std::to_string(result.sub_group_size));
    const bool is_of_items = !result.sub_groups && !required && !result.local_bytes &&
                             llvm::none_of(result.args,
                                           [](const LoweredKernel::Arg &arg) {
                                             return arg.kind == LoweredKernel::Arg::LocalPointer;
                                           }) &&
                             llvm::none_of(llvm::instructions(*result.function), isBarrier);
    if (is_of_items && !options.left_out.contains(Step::FreeGrouping))
      result.grouping = queries.grouping;
  }
  removeUnused(module, lowered);
  for (llvm::Function &function : module)
    if (!isLibraryFunction(function))
      narrowMixedComponentStores(function);
  return lowered;
}

} // namespace weft
