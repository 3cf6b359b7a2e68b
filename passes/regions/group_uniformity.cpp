// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/regions/group_uniformity.h"

#include "passes/address_space.h"
#include "passes/analysis/sub_group_operations.h"
#include "passes/work_item_function.h"

#include "llvm/ADT/GenericUniformityImpl.h"
#include "llvm/Analysis/TargetTransformInfoImpl.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"

namespace weft {
namespace {

using llvm::InstructionUniformity;

// Memory that one work-item cannot see another's writes to: what the kernel declares without an
// address space, or whatever a generic pointer may lead to.
bool mayBePrivate(const llvm::Value &pointer) {
  auto generic = [](const llvm::Value &value) {
    return mayLeadToPrivate(value.getType()->getPointerAddressSpace());
  };
  if (!generic(pointer))
    return false;
  const llvm::Value *object = llvm::getUnderlyingObject(&pointer);
  if (auto *argument = llvm::dyn_cast<llvm::Argument>(object))
    return argument->getArgNo() >= ItemParam::FirstKernelParam;
  return generic(*object);
}

// Tells the generic analysis where divergence starts.
class WorkItemDivergence final : public llvm::TargetTransformInfoImplCRTPBase<WorkItemDivergence> {
public:
  explicit WorkItemDivergence(const llvm::DataLayout &layout)
      : TargetTransformInfoImplCRTPBase(layout) {}

  bool hasBranchDivergence(const llvm::Function *) const override { return true; }

  InstructionUniformity getInstructionUniformity(const llvm::Value *value) const override {
    if (auto *argument = llvm::dyn_cast<llvm::Argument>(value)) {
      unsigned number = argument->getArgNo();
      bool local_id = number >= ItemParam::LocalId && number < ItemParam::LocalId + 3;
      return local_id ? InstructionUniformity::NeverUniform : InstructionUniformity::Default;
    }
    auto *instruction = llvm::dyn_cast<llvm::Instruction>(value);
    return instruction && differs(*instruction) ? InstructionUniformity::NeverUniform
                                                : InstructionUniformity::Default;
  }

private:
  static bool differs(const llvm::Instruction &instruction) {
    // Poison may be taken for one value here and for another there.
    if (llvm::isa<llvm::AllocaInst, llvm::FreezeInst>(instruction))
      return true;
    if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
      return !load->isSimple() || mayBePrivate(*load->getPointerOperand());
    // Others than a number of lanes have the state that makes them differ below.
    if (auto operation = subGroupOperation(instruction);
        operation && operation->kind == SubGroupOperation::Lane)
      return true;
    if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
      return !call->doesNotAccessMemory();
    return instruction.mayReadOrWriteMemory();
  }
};

} // namespace

GroupUniformity::GroupUniformity(llvm::Function &function)
    : dominators(function),
      divergence(std::make_unique<WorkItemDivergence>(function.getDataLayout())) {
  cycles.compute(function);
  info.emplace(dominators, cycles, &divergence);
  info->compute();
}

bool GroupUniformity::isUniform(const llvm::Value &value) const { return info->isUniform(&value); }

bool GroupUniformity::isUniformWhereUsed(const llvm::Instruction &value) const {
  return isUniform(value) && llvm::none_of(value.uses(), [&](const llvm::Use &use) {
           return info->isDivergentUse(use);
         });
}

bool GroupUniformity::branchDiverges(const llvm::BasicBlock &block) const {
  return info->hasDivergentTerminator(block);
}

} // namespace weft
