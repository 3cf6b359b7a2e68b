// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lowering/safe_conversions.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

namespace weft {

bool makeConversionsSafe(llvm::Function &function) {
  bool changed = false;
  for (llvm::Instruction &conversion : llvm::make_early_inc_range(llvm::instructions(function))) {
    if (!llvm::isa<llvm::FPToUIInst, llvm::FPToSIInst>(conversion) ||
        conversion.getType()->getScalarSizeInBits() >= 32)
      continue;
    llvm::IRBuilder<> builder(&conversion);
    llvm::Type *type = conversion.getType();
    llvm::Value *integer =
        builder.CreateFPToSI(conversion.getOperand(0), type->getWithNewType(builder.getInt32Ty()));
    llvm::Value *result = builder.CreateTrunc(integer, type);
    result->takeName(&conversion);
    conversion.replaceAllUsesWith(result);
    conversion.eraseFromParent();
    changed = true;
  }
  return changed;
}

} // namespace weft
