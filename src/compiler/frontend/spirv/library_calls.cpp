// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/frontend/spirv/library_calls.h"

namespace weft::spirv {

MangledType LibraryCalls::mangled(const llvm::Type *type, Sign sign) const {
  MangledType result;
  if (auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type))
    result.elements = vector->getNumElements();
  const llvm::Type *element = type->getScalarType();
  const bool is_signed = sign == Sign::Signed;
  if (element->isHalfTy())
    result.base = "Dh";
  else if (element->isFloatTy())
    result.base = "f";
  else if (element->isDoubleTy())
    result.base = "d";
  else if (element->isIntegerTy(1))
    result.base = "b";
  else if (element->isIntegerTy(8))
    result.base = is_signed ? "c" : "h";
  else if (element->isIntegerTy(16))
    result.base = is_signed ? "s" : "t";
  else if (element->isIntegerTy(32))
    result.base = is_signed ? "i" : "j";
  else if (element->isIntegerTy(64))
    result.base = is_signed ? "l" : "m";
  else
    fail("an operand is of a type that the library does not take");
  return result;
}

LibraryCalls::Arg LibraryCalls::givenPointer(llvm::Value *value, MangledType pointee,
                                             bool is_const) {
  const unsigned space = value->getType()->getPointerAddressSpace();
  pointee.is_pointer = true;
  if (space)
    pointee.qualifiers = "U3AS" + std::to_string(space);
  if (is_const)
    pointee.qualifiers += "K";
  return {value, pointee, Sign::Unsigned};
}

LibraryCalls::Arg LibraryCalls::named(llvm::Value *value, llvm::StringRef name) {
  MangledType type;
  type.base = std::to_string(name.size()) + name.str();
  type.is_named = true;
  return {value, type, Sign::Unsigned};
}

llvm::CallInst *LibraryCalls::callNamed(llvm::StringRef mangled_name, llvm::Type *result,
                                        llvm::ArrayRef<llvm::Value *> args, Effect effect) const {
  llvm::SmallVector<llvm::Type *, 6> params;
  for (llvm::Value *arg : args)
    params.push_back(arg->getType());
  auto *type = llvm::FunctionType::get(result, params, false);
  llvm::GlobalValue *known = made.getNamedValue(mangled_name);
  auto *callee = llvm::dyn_cast_or_null<llvm::Function>(known);
  if (known && (!callee || callee->getFunctionType() != type)) {
    // One of the module's own has the name.
    fail("calls '" + mangled_name + "', which the module declares in another way");
    return llvm::CallInst::Create(type, llvm::PoisonValue::get(builder.getPtrTy()), args, "",
                                  builder.GetInsertBlock());
  }
  if (!callee) {
    callee = llvm::Function::Create(type, llvm::Function::ExternalLinkage, mangled_name, made);
    callee->setCallingConv(llvm::CallingConv::SPIR_FUNC);
    callee->addFnAttr(llvm::Attribute::Convergent);
    callee->addFnAttr(llvm::Attribute::NoUnwind);
    if (effect != Effect::Any) {
      callee->addFnAttr(llvm::Attribute::WillReturn);
      if (effect == Effect::None)
        callee->setDoesNotAccessMemory();
      else
        callee->setOnlyReadsMemory();
    }
  }
  llvm::CallInst *made_call = builder.CreateCall(callee, args);
  made_call->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  made_call->addFnAttr(llvm::Attribute::Convergent);
  return made_call;
}

// Small integers are passed as Clang passes them.
static bool isSmall(const llvm::Type *type) {
  return type->isIntegerTy() && type->getIntegerBitWidth() < 32;
}

llvm::Value *LibraryCalls::call(llvm::StringRef name, llvm::Type *result, llvm::ArrayRef<Arg> args,
                                Effect effect, Sign result_sign) const {
  if (failed)
    return nullptr;
  llvm::SmallVector<MangledType, 6> params;
  llvm::SmallVector<llvm::Value *, 6> values_of;
  for (const Arg &arg : args) {
    params.push_back(arg.type);
    values_of.push_back(arg.value);
  }
  auto extension = [](Sign sign) {
    return sign == Sign::Signed ? llvm::Attribute::SExt : llvm::Attribute::ZExt;
  };
  llvm::CallInst *made_call = callNamed(mangle(name, params), result, values_of, effect);
  for (unsigned i = 0; i < args.size(); ++i)
    if (isSmall(args[i].value->getType()))
      made_call->addParamAttr(i, extension(args[i].sign));
  if (isSmall(result))
    made_call->addRetAttr(extension(result_sign));
  return made_call;
}

} // namespace weft::spirv
