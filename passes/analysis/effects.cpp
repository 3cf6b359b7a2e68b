// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/analysis/effects.h"

#include "llvm/Analysis/ValueTracking.h"
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
