// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two errors with halves on x86-64 with instructions for them.
#include "compiler/llvm_patches/rewrites.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {

// LLVM makes one instruction of rint() of a half and its conversion to an integer, and takes the
// one that truncates: 865.5 becomes 865. It does so with the first element of a vector, too, where
// only that is converted.
//
//   rint half %x   =>   nearbyint half %x
//
// The two round alike; nobody sees the exception that only rint() raises. Of vectors as well, since
// the code generator takes some of them apart; the price is an instruction where they are
// converted.
void keepRoundingOfHalves(Function &function, const TargetMachine &) {
  if (!function.getParent()->getTargetTriple().isX86())
    return;
  for (Instruction &instruction : instructions(function)) {
    auto *call = dyn_cast<IntrinsicInst>(&instruction);
    if (call && call->getIntrinsicID() == Intrinsic::rint &&
        call->getType()->getScalarType()->isHalfTy())
      call->setCalledFunction(Intrinsic::getOrInsertDeclaration(
          function.getParent(), Intrinsic::nearbyint, call->getType()));
  }
}

// LLVM cannot select code for a half that has the bits of a comparison of floats for equality.
//
//   bitcast (zext i1 %c to i16) to half   =>   select i1 %c, half 0xH0001, half 0.0
void selectHalvesOfConditions(Function &function, const TargetMachine &) {
  if (!function.getParent()->getTargetTriple().isX86())
    return;
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
