// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/transforms/disjoint_sums.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;

namespace weft {

bool makeSumsOfDisjointOrs(Function &function) {
  bool changed = false;
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    auto *both = dyn_cast<PossiblyDisjointInst>(&instruction);
    if (!both || !both->isDisjoint())
      continue;
    auto *sum = BinaryOperator::CreateAdd(both->getOperand(0), both->getOperand(1), "",
                                          both->getIterator());
    // Without common bits there is no carry, and at most one of the two is negative.
    sum->setHasNoUnsignedWrap();
    sum->setHasNoSignedWrap();
    sum->takeName(both);
    sum->setDebugLoc(both->getDebugLoc());
    both->replaceAllUsesWith(sum);
    both->eraseFromParent();
    changed = true;
  }
  return changed;
}

} // namespace weft
