// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/vectorize/shared_functions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace weft {

bool isSharedFunction(const Function &function) {
  return function.isDeclaration() && function.getName().starts_with(SharedFunctionPrefix);
}

bool isSharedCall(const Instruction &instruction) {
  auto *call = dyn_cast<CallBase>(&instruction);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee && isSharedFunction(*callee);
}

std::string SharedForm::name() const {
  std::string result = (FormPrefix + Twine(width)).str();
  for (const FormParam &param : params) {
    result += {'.', param.kind};
    if (param.kind == FormParam::Constant)
      result += std::to_string(param.bits);
  }
  return result + "." + function;
}

std::optional<SharedForm> SharedForm::parse(StringRef name) {
  SharedForm form;
  if (!name.consume_front(FormPrefix) || name.consumeInteger(10, form.width))
    return std::nullopt;
  while (name.consume_front(".") && !name.starts_with(SharedFunctionPrefix)) {
    FormParam &param = form.params.emplace_back();
    if (name.empty() || !StringRef("cuav").contains(name.front()))
      return std::nullopt;
    param.kind = FormParam::Kind(name.front());
    name = name.drop_front();
    if (param.kind == FormParam::Constant && name.consumeInteger(10, param.bits))
      return std::nullopt;
  }
  form.function = name.str();
  return name.starts_with(SharedFunctionPrefix) ? std::optional(std::move(form)) : std::nullopt;
}

static unsigned elementsOf(Type *type) {
  auto *vector = dyn_cast<FixedVectorType>(type);
  return vector ? vector->getNumElements() : 1;
}

FunctionType *SharedForm::type(FunctionType &scalar) const {
  Type *result = scalar.getReturnType();
  SmallVector<Type *, 16> types;
  for (auto [type, param] : zip_equal(scalar.params(), params)) {
    if (param.kind == FormParam::Uniform || param.kind == FormParam::Consecutive)
      types.push_back(type);
    else if (param.kind == FormParam::Varying)
      types.append(elementsOf(type), FixedVectorType::get(type->getScalarType(), width));
  }
  if (width == 1)
    return FunctionType::get(result, types, false);
  types.push_back(Type::getIntNTy(scalar.getContext(), width));
  if (!result->isVoidTy()) {
    Type *lanes = FixedVectorType::get(result->getScalarType(), width);
    SmallVector<Type *, 4> each(elementsOf(result), lanes);
    result = each.size() == 1 ? lanes : StructType::get(scalar.getContext(), each);
  }
  return FunctionType::get(result, types, false);
}

std::optional<FormParam> constantParam(const Value &arg) {
  APInt bits;
  if (auto *integer = dyn_cast<ConstantInt>(&arg))
    bits = integer->getValue();
  else if (auto *real = dyn_cast<ConstantFP>(&arg))
    bits = real->getValue().bitcastToAPInt();
  else
    return std::nullopt;
  if (arg.getType()->isVectorTy() || bits.getBitWidth() > 64)
    return std::nullopt;
  return FormParam{FormParam::Constant, bits.getZExtValue()};
}

Constant *constantOf(const FormParam &param, Type *type) {
  const APInt bits(type->getScalarSizeInBits(), param.bits, /*isSigned=*/false,
                   /*implicitTrunc=*/true);
  return type->isIntegerTy()
             ? Constant::getIntegerValue(type, bits)
             : ConstantFP::get(type->getContext(), APFloat(type->getFltSemantics(), bits));
}

Function *declareForm(Function &function, const SharedForm &form) {
  Module &module = *function.getParent();
  const std::string name = form.name();
  if (Function *known = module.getFunction(name))
    return known;
  Function *result = Function::Create(form.type(*function.getFunctionType()),
                                      GlobalValue::ExternalLinkage, name, module);
  result->addFnAttrs(AttrBuilder(module.getContext(), function.getAttributes().getFnAttrs()));
  result->setVisibility(GlobalValue::HiddenVisibility);
  result->setDSOLocal(true);
  return result;
}

static void callForm(CallInst &call) {
  Function &function = *call.getCalledFunction();
  SharedForm form;
  form.function = function.getName().str();
  SmallVector<Value *, 8> args;
  for (const Use &arg : call.args()) {
    std::optional<FormParam> constant = constantParam(*arg);
    form.params.push_back(constant.value_or(FormParam()));
    if (!constant)
      args.push_back(arg);
  }
  CallInst *made = CallInst::Create(declareForm(function, form), args, "", call.getIterator());
  made->setDebugLoc(call.getDebugLoc());
  made->takeName(&call);
  call.replaceAllUsesWith(made);
  call.eraseFromParent();
}

void useSharedForms(Module &module) {
  for (Function &function : make_early_inc_range(module)) {
    if (!isSharedFunction(function))
      continue;
    for (User *user : make_early_inc_range(function.users()))
      if (auto *call = dyn_cast<CallInst>(user); call && call->getCalledOperand() == &function)
        callForm(*call);
    if (function.use_empty())
      function.eraseFromParent();
  }
}

std::vector<std::string> formsCalled(const Module &module) {
  std::vector<std::string> names;
  for (const Function &function : module)
    if (function.isDeclaration() && function.getName().starts_with(FormPrefix) &&
        !function.use_empty())
      names.push_back(function.getName().str());
  return names;
}

} // namespace weft
