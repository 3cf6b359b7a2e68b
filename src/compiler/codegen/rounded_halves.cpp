// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/codegen/rounded_halves.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {

void keepRoundingOfHalves(Module &module) {
  if (!module.getTargetTriple().isX86())
    return;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function)) {
      auto *call = dyn_cast<IntrinsicInst>(&instruction);
      if (call && call->getIntrinsicID() == Intrinsic::rint &&
          call->getType()->getScalarType()->isHalfTy())
        call->setCalledFunction(
            Intrinsic::getOrInsertDeclaration(&module, Intrinsic::nearbyint, call->getType()));
    }
}

void selectHalvesOfConditions(Module &module) {
  if (!module.getTargetTriple().isX86())
    return;
  for (Function &function : module)
    for (Instruction &instruction : make_early_inc_range(instructions(function))) {
      Value *condition;
      if (!instruction.getType()->isHalfTy() ||
          !match(&instruction, m_BitCast(m_ZExt(m_Value(condition)))) ||
          !condition->getType()->isIntegerTy(1))
        continue;
      Type *type = instruction.getType();
      instruction.replaceAllUsesWith(
          IRBuilder<>(&instruction)
              .CreateSelect(condition,
                            ConstantFP::get(type, APFloat::getSmallest(type->getFltSemantics())),
                            Constant::getNullValue(type)));
      instruction.eraseFromParent();
    }
}

} // namespace weft
