// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replaces SPIR's opaque types, which targets do not have, in the whole module. An image becomes
// the address of its weft_image, which is constant memory; a sampler its weft_sampler bits; a pipe
// the address of its weft_pipe, a reservation 64 bits (runtime-stdlib/src/pipes.cl). An event
// becomes a pointer, which kernels only pass on: what it stands for is done at once. All have the
// sizes of SPIR's types, so no structure or array changes its layout.
#include "passes/lowering/steps.h"

#include "weft/image_abi.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

namespace weft {
namespace {

bool isOpaque(llvm::Type *type) {
  if (auto *array = llvm::dyn_cast<llvm::ArrayType>(type))
    return isOpaque(array->getElementType());
  if (auto *record = llvm::dyn_cast<llvm::StructType>(type))
    return llvm::any_of(record->elements(), isOpaque);
  return llvm::isa<llvm::TargetExtType>(type);
}

llvm::Type *plainType(llvm::Type *type) {
  llvm::LLVMContext &context = type->getContext();
  if (!isOpaque(type))
    return type;
  if (auto *array = llvm::dyn_cast<llvm::ArrayType>(type))
    return llvm::ArrayType::get(plainType(array->getElementType()), array->getNumElements());
  if (auto *record = llvm::dyn_cast<llvm::StructType>(type)) {
    llvm::SmallVector<llvm::Type *, 8> elements;
    for (llvm::Type *element : record->elements())
      elements.push_back(plainType(element));
    return llvm::StructType::get(context, elements, record->isPacked());
  }
  auto *opaque = llvm::cast<llvm::TargetExtType>(type);
  if (opaque->getName() == "spirv.Image")
    return llvm::PointerType::get(context, AddressSpace::Constant);
  if (opaque->getName() == "spirv.Sampler" || opaque->getName() == "spirv.ReserveId")
    return llvm::Type::getInt64Ty(context);
  if (opaque->getName() == "spirv.Pipe")
    return llvm::PointerType::get(context, AddressSpace::Global);
  return llvm::PointerType::get(context, AddressSpace::Private);
}

llvm::FunctionType *plainType(llvm::FunctionType *type) {
  llvm::SmallVector<llvm::Type *, 8> params;
  for (llvm::Type *param : type->params())
    params.push_back(plainType(param));
  return llvm::FunctionType::get(plainType(type->getReturnType()), params, type->isVarArg());
}

llvm::Constant *plainConstant(const llvm::Value &constant) {
  llvm::Type *type = plainType(constant.getType());
  if (llvm::isa<llvm::PoisonValue>(constant))
    return llvm::PoisonValue::get(type);
  if (llvm::isa<llvm::UndefValue>(constant))
    return llvm::UndefValue::get(type);
  return llvm::Constant::getNullValue(type);
}

// What a kernel may rely on, for the launch keeps the descriptor.
void describeImage(llvm::Argument &argument) {
  llvm::AttrBuilder attributes(argument.getContext());
  attributes.addAttribute(llvm::Attribute::NoUndef).addAttribute(llvm::Attribute::NonNull);
  attributes.addAttribute(llvm::Attribute::ReadOnly);
  attributes.addDereferenceableAttr(sizeof(weft_image));
  attributes.addAlignmentAttr(llvm::Align(alignof(weft_image)));
  argument.addAttrs(attributes);
}

bool isImage(llvm::Type *type) {
  auto *opaque = llvm::dyn_cast<llvm::TargetExtType>(type);
  return opaque && opaque->getName() == "spirv.Image";
}

// A variable's type cannot be changed: another one takes its place. Opaque values have no constants
// but null and undefined ones.
void replaceVariable(llvm::GlobalVariable &old) {
  llvm::Type *type = plainType(old.getValueType());
  llvm::Constant *initializer = nullptr;
  if (old.hasInitializer())
    initializer = llvm::isa<llvm::UndefValue>(old.getInitializer())
                      ? llvm::UndefValue::get(type)
                      : llvm::Constant::getNullValue(type);
  auto *made = new llvm::GlobalVariable(*old.getParent(), type, old.isConstant(), old.getLinkage(),
                                        initializer, "", &old, old.getThreadLocalMode(),
                                        old.getAddressSpace(), old.isExternallyInitialized());
  made->takeName(&old);
  made->copyAttributesFrom(&old);
  made->copyMetadata(&old, 0);
  old.replaceAllUsesWith(made);
  old.eraseFromParent();
}

// Nor can a function's.
void replaceFunction(llvm::Function &old) {
  llvm::Function *made = llvm::Function::Create(plainType(old.getFunctionType()), old.getLinkage(),
                                                old.getAddressSpace(), "", /*Module=*/nullptr);
  old.getParent()->getFunctionList().insert(old.getIterator(), made);
  made->takeName(&old);
  made->copyAttributesFrom(&old);
  made->copyMetadata(&old, 0);
  made->splice(made->end(), &old);
  bool kernel = old.getCallingConv() == llvm::CallingConv::SPIR_KERNEL;
  for (auto [from, to] : llvm::zip_equal(old.args(), made->args())) {
    to.takeName(&from);
    if (kernel && isImage(from.getType()))
      describeImage(to);
    // Not replaceAllUsesWith(), which wants the types to agree.
    from.mutateType(to.getType());
    from.replaceAllUsesWith(&to);
  }
  old.replaceAllUsesWith(made);
  old.eraseFromParent();
}

// The types behind arguments that are passed as addresses. `Of` is a function or a call.
template <typename Of> void changeIndirectTypes(Of &of) {
  llvm::LLVMContext &context = of.getContext();
  for (unsigned i = 0; i < of.arg_size(); ++i) {
    if (llvm::Type *type = of.getAttributes().getParamByValType(i); type && isOpaque(type)) {
      of.removeParamAttr(i, llvm::Attribute::ByVal);
      of.addParamAttr(i, llvm::Attribute::getWithByValType(context, plainType(type)));
    }
    if (llvm::Type *type = of.getAttributes().getParamStructRetType(i); type && isOpaque(type)) {
      of.removeParamAttr(i, llvm::Attribute::StructRet);
      of.addParamAttr(i, llvm::Attribute::getWithStructRetType(context, plainType(type)));
    }
  }
}

void changeInstruction(llvm::Instruction &instruction) {
  for (llvm::Use &operand : instruction.operands())
    if (llvm::isa<llvm::Constant>(operand) && isOpaque(operand->getType()))
      operand.set(plainConstant(*operand));
  if (isOpaque(instruction.getType()))
    instruction.mutateType(plainType(instruction.getType()));
  if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    call->mutateFunctionType(plainType(call->getFunctionType()));
    changeIndirectTypes(*call);
  } else if (auto *variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
    variable->setAllocatedType(plainType(variable->getAllocatedType()));
  } else if (auto *address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction)) {
    address->setSourceElementType(plainType(address->getSourceElementType()));
    address->setResultElementType(plainType(address->getResultElementType()));
  }
}

// The functions that look inside what is opaque: what they are given is their result.
void replaceConversion(llvm::Function &conversion) {
  for (llvm::User *user : llvm::make_early_inc_range(conversion.users())) {
    auto *call = llvm::dyn_cast<llvm::CallInst>(user);
    if (!call || call->getCalledOperand() != &conversion || call->arg_size() != 1)
      continue;
    llvm::Value *operand = call->getArgOperand(0);
    if (operand->getType()->isIntegerTy() && call->getType()->isIntegerTy())
      operand = llvm::IRBuilder<>(call).CreateZExtOrTrunc(operand, call->getType());
    if (operand->getType() != call->getType())
      continue; // a program's own function of this name
    call->replaceAllUsesWith(operand);
    call->eraseFromParent();
  }
}

} // namespace

void lowerOpaqueTypes(llvm::Module &module) {
  for (llvm::GlobalVariable &variable : llvm::make_early_inc_range(module.globals()))
    if (isOpaque(variable.getValueType()))
      replaceVariable(variable);
  for (llvm::Function &function : llvm::make_early_inc_range(module))
    if (function.getFunctionType() != plainType(function.getFunctionType()))
      replaceFunction(function);
  for (llvm::Function &function : module) {
    changeIndirectTypes(function);
    for (llvm::Instruction &instruction : llvm::instructions(function))
      changeInstruction(instruction);
  }
  for (llvm::Function &function : module)
    if (isOpaqueConversion(function))
      replaceConversion(function);
}

} // namespace weft
