// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/analysis/effects.h"

#include "passes/address_space.h"
#include "passes/work_item_function.h"

#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace weft {

bool isSeenByOthers(const Instruction &instruction) {
  if (auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
      intrinsic && intrinsic->isAssumeLikeIntrinsic())
    return false;
  if (auto *store = dyn_cast<StoreInst>(&instruction);
      store && isa<AllocaInst>(getUnderlyingObject(store->getPointerOperand())))
    return false;
  return instruction.mayHaveSideEffects();
}

SmallVector<bool> findWrittenParameters(const Function &item) {
  SmallVector<bool> written(item.arg_size() - ItemParam::FirstKernelParam, false);
  auto isLocal = [](const Value &pointer) {
    return pointer.getType()->isPointerTy() &&
           pointer.getType()->getPointerAddressSpace() == AddressSpace::Local;
  };
  // What lies in local memory leads to no other.
  auto noteLocal = [&] {
    for (const Argument &argument : item.args())
      if (argument.getArgNo() >= ItemParam::FirstKernelParam && isLocal(argument))
        written[argument.getArgNo() - ItemParam::FirstKernelParam] = true;
  };
  // False: it may be through any parameter.
  auto note = [&](const Value *address) {
    if (isLocal(*address)) {
      noteLocal();
      return true;
    }
    SmallVector<const Value *, 4> objects;
    getUnderlyingObjects(address, objects, nullptr, /*MaxLookup=*/0);
    for (const Value *object : objects) {
      if (auto *argument = dyn_cast<Argument>(object);
          argument && argument->getArgNo() >= ItemParam::FirstKernelParam)
        written[argument->getArgNo() - ItemParam::FirstKernelParam] = true;
      else if (!isIdentifiedObject(object))
        return false;
    }
    return true;
  };
  for (const Instruction &instruction : instructions(item)) {
    if (!instruction.mayWriteToMemory() || isBarrier(instruction))
      continue;
    if (auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
        intrinsic && intrinsic->isAssumeLikeIntrinsic())
      continue;
    // The report of a check, which is of no memory that kernels see.
    if (auto *call = dyn_cast<CallBase>(&instruction);
        call && call->onlyAccessesInaccessibleMemory())
      continue;
    const std::optional<MemoryLocation> location = MemoryLocation::getOrNone(&instruction);
    const auto *set = dyn_cast<AnyMemIntrinsic>(&instruction);
    const Value *address = set ? set->getRawDest() : location ? location->Ptr : nullptr;
    if (!address || !note(address))
      return SmallVector<bool>(written.size(), true);
  }
  return written;
}

bool visitConditions(const BasicBlock &block, const DominatorTree &dominators,
                     function_ref<bool(Value *condition, bool holds)> visit) {
  for (auto *node = dominators.getNode(&block); (node = node->getIDom());) {
    auto *branch = dyn_cast<BranchInst>(node->getBlock()->getTerminator());
    if (!branch || !branch->isConditional())
      continue;
    for (unsigned side = 0; side < 2; ++side)
      if (dominators.dominates(BasicBlockEdge(node->getBlock(), branch->getSuccessor(side)),
                               &block) &&
          visit(branch->getCondition(), side == 0))
        return true;
  }
  return false;
}

} // namespace weft
