// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/codegen/rounded_halves.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Intrinsics.h"

using namespace llvm;

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

} // namespace weft
