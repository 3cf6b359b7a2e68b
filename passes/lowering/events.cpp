// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SPIR's opaque types, of which event_t is the one that kernels hold in variables, have no code on
// x86-64. What the library does by events it has done at once, so that all a kernel still does with
// them is to pass them on: as pointers, which have the same size.
#include "passes/lowering/steps.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

namespace weft {
namespace {

bool isOpaque(llvm::Type *type) {
  while (auto *array = llvm::dyn_cast<llvm::ArrayType>(type))
    type = array->getElementType();
  return type->isTargetExtTy();
}

llvm::Type *plainType(llvm::Type *type) {
  if (auto *array = llvm::dyn_cast<llvm::ArrayType>(type))
    return llvm::ArrayType::get(plainType(array->getElementType()), array->getNumElements());
  return type->isTargetExtTy() ? llvm::PointerType::get(type->getContext(), AddressSpace::Private)
                               : type;
}

llvm::Constant *plainConstant(const llvm::Value &constant) {
  llvm::Type *type = plainType(constant.getType());
  if (llvm::isa<llvm::PoisonValue>(constant))
    return llvm::PoisonValue::get(type);
  if (llvm::isa<llvm::UndefValue>(constant))
    return llvm::UndefValue::get(type);
  return llvm::Constant::getNullValue(type);
}

} // namespace

bool hasOpaqueSignature(const llvm::Function &function) {
  llvm::FunctionType *type = function.getFunctionType();
  return isOpaque(type->getReturnType()) || llvm::any_of(type->params(), isOpaque);
}

void lowerEvents(llvm::Function &item) {
  for (llvm::Instruction &instruction : llvm::instructions(item)) {
    for (llvm::Use &operand : instruction.operands())
      if (llvm::isa<llvm::Constant>(operand) && isOpaque(operand->getType()))
        operand.set(plainConstant(*operand));
    if (isOpaque(instruction.getType()))
      instruction.mutateType(plainType(instruction.getType()));
    if (auto *variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
      variable->setAllocatedType(plainType(variable->getAllocatedType()));
    if (auto *address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction)) {
      address->setSourceElementType(plainType(address->getSourceElementType()));
      address->setResultElementType(plainType(address->getResultElementType()));
    }
  }
}

} // namespace weft
