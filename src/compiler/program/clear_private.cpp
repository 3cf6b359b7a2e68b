// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/program/clear_private.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

namespace weft {
namespace {

// Images, samplers and events have no bytes until they are lowered.
bool isOpaque(llvm::Type *type) {
  return type->isTargetExtTy() || llvm::any_of(type->subtypes(), isOpaque);
}

void clear(llvm::AllocaInst &variable) {
  // Behind the other variables of the first block, lest they are no longer of a fixed place.
  llvm::BasicBlock &block = *variable.getParent();
  llvm::BasicBlock::iterator where = variable.isStaticAlloca() ? block.getFirstNonPHIOrDbgOrAlloca()
                                                               : std::next(variable.getIterator());
  llvm::IRBuilder<> builder(&block, where);
  const llvm::DataLayout &layout = variable.getModule()->getDataLayout();
  llvm::Value *count = builder.CreateZExtOrTrunc(variable.getArraySize(), builder.getInt64Ty());
  llvm::Value *bytes = builder.CreateMul(
      count, builder.getInt64(layout.getTypeAllocSize(variable.getAllocatedType())));
  builder.CreateMemSet(&variable, builder.getInt8(0), bytes, variable.getAlign());
}

} // namespace

void clearPrivateMemory(llvm::Module &program) {
  for (llvm::Function &function : program) {
    llvm::SmallVector<llvm::AllocaInst *> variables;
    for (llvm::Instruction &instruction :
         llvm::make_early_inc_range(llvm::instructions(function))) {
      // The start of a variable's life would take away what is in it.
      if (llvm::isa<llvm::LifetimeIntrinsic>(instruction))
        instruction.eraseFromParent();
      else if (auto *variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
               variable && !isOpaque(variable->getAllocatedType()))
        variables.push_back(variable);
    }
    for (llvm::AllocaInst *variable : variables)
      clear(*variable);
  }
}

} // namespace weft
