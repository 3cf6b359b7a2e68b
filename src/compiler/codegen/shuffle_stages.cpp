// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/codegen/shuffle_stages.h"

#include "compiler/codegen/fence.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace weft {

// Of elements of two vectors into one that takes a register.
static bool isStage(const User *user) {
  auto *shuffle = dyn_cast<ShuffleVectorInst>(user);
  return shuffle && !isa<Constant>(shuffle->getOperand(1)) &&
         !shuffle->getType()->getElementType()->isPointerTy() &&
         shuffle->getType()->getPrimitiveSizeInBits().getFixedValue() % 128 == 0;
}

void keepShuffleStages(Module &module) {
  for (Function &function : module)
    for (Instruction &instruction : make_early_inc_range(instructions(function)))
      if (isStage(&instruction) && any_of(instruction.users(), isStage))
        fence(instruction, [](const User &user) { return isStage(&user); });
}

} // namespace weft
