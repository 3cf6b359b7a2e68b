// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of the OpenCL C library, and the variables that stand for work-item functions.
#include "compiler/frontend/spirv/reader.h"

namespace weft::spirv {

MangledType Reader::mangled(const llvm::Type *type, Sign sign) {
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

Reader::Arg Reader::givenPointer(llvm::Value *value, MangledType pointee, bool is_const) {
  const unsigned space = value->getType()->getPointerAddressSpace();
  pointee.is_pointer = true;
  if (space)
    pointee.qualifiers = "U3AS" + std::to_string(space);
  if (is_const)
    pointee.qualifiers += "K";
  return {value, pointee, Sign::Unsigned};
}

Reader::Arg Reader::named(llvm::Value *value, llvm::StringRef name) {
  MangledType type;
  type.base = std::to_string(name.size()) + name.str();
  type.is_named = true;
  return {value, type, Sign::Unsigned};
}

llvm::CallInst *Reader::callNamed(llvm::StringRef mangled_name, llvm::Type *result,
                                  llvm::ArrayRef<llvm::Value *> args, Effect effect) {
  llvm::SmallVector<llvm::Type *, 6> params;
  for (llvm::Value *arg : args)
    params.push_back(arg->getType());
  auto *type = llvm::FunctionType::get(result, params, false);
  llvm::GlobalValue *known = made->getNamedValue(mangled_name);
  auto *callee = llvm::dyn_cast_or_null<llvm::Function>(known);
  if (known && (!callee || callee->getFunctionType() != type)) {
    // One of the module's own has the name.
    fail("calls '" + mangled_name + "', which the module declares in another way");
    return llvm::CallInst::Create(type, llvm::PoisonValue::get(builder.getPtrTy()), args, "",
                                  builder.GetInsertBlock());
  }
  if (!callee) {
    callee = llvm::Function::Create(type, llvm::Function::ExternalLinkage, mangled_name, *made);
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

llvm::Value *Reader::call(llvm::StringRef name, llvm::Type *result, llvm::ArrayRef<Arg> args,
                          Effect effect, Sign result_sign) {
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

llvm::Value *Reader::builtinVariable(uint32_t id, llvm::Type *type) {
  struct Row {
    spv::BuiltIn variable;
    const char *name;
    bool by_dimension;
    unsigned bits;
  };
  static constexpr Row Rows[] = {
      {spv::BuiltIn::WorkDim, "get_work_dim", false, 32},
      {spv::BuiltIn::GlobalSize, "get_global_size", true, 64},
      {spv::BuiltIn::GlobalInvocationId, "get_global_id", true, 64},
      {spv::BuiltIn::WorkgroupSize, "get_local_size", true, 64},
      {spv::BuiltIn::EnqueuedWorkgroupSize, "get_enqueued_local_size", true, 64},
      {spv::BuiltIn::LocalInvocationId, "get_local_id", true, 64},
      {spv::BuiltIn::NumWorkgroups, "get_num_groups", true, 64},
      {spv::BuiltIn::WorkgroupId, "get_group_id", true, 64},
      {spv::BuiltIn::GlobalOffset, "get_global_offset", true, 64},
      {spv::BuiltIn::GlobalLinearId, "get_global_linear_id", false, 64},
      {spv::BuiltIn::LocalInvocationIndex, "get_local_linear_id", false, 64},
      {spv::BuiltIn::SubgroupSize, "get_sub_group_size", false, 32},
      {spv::BuiltIn::SubgroupMaxSize, "get_max_sub_group_size", false, 32},
      {spv::BuiltIn::NumSubgroups, "get_num_sub_groups", false, 32},
      {spv::BuiltIn::NumEnqueuedSubgroups, "get_enqueued_num_sub_groups", false, 32},
      {spv::BuiltIn::SubgroupId, "get_sub_group_id", false, 32},
      {spv::BuiltIn::SubgroupLocalInvocationId, "get_sub_group_local_id", false, 32},
      {spv::BuiltIn::SubgroupEqMask, "get_sub_group_eq_mask", false, 128},
      {spv::BuiltIn::SubgroupGeMask, "get_sub_group_ge_mask", false, 128},
      {spv::BuiltIn::SubgroupGtMask, "get_sub_group_gt_mask", false, 128},
      {spv::BuiltIn::SubgroupLeMask, "get_sub_group_le_mask", false, 128},
      {spv::BuiltIn::SubgroupLtMask, "get_sub_group_lt_mask", false, 128}};
  const spv::BuiltIn variable = builtin_variables.lookup(id);
  for (const Row &row : Rows) {
    if (row.variable != variable)
      continue;
    if (!type->isIntOrIntVectorTy() ||
        (row.by_dimension &&
         (!type->isVectorTy() || llvm::cast<llvm::FixedVectorType>(type)->getNumElements() != 3)) ||
        (row.bits == 128 && type != llvm::FixedVectorType::get(builder.getInt32Ty(), 4)) ||
        (!row.by_dimension && row.bits < 128 && type->isVectorTy())) {
      fail("the builtin variable is of another type");
      return nullptr;
    }
    if (row.bits == 128)
      return call(row.name, type, {}, Effect::Any);
    llvm::Type *own = builder.getIntNTy(row.bits);
    if (!row.by_dimension)
      return builder.CreateZExtOrTrunc(call(row.name, own, {}, Effect::None), type);
    llvm::Value *vector = llvm::PoisonValue::get(type);
    for (unsigned i = 0; i < 3; ++i) {
      llvm::Value *one =
          call(row.name, own, {given(builder.getInt32(i), Sign::Unsigned)}, Effect::None);
      vector = builder.CreateInsertElement(
          vector, builder.CreateZExtOrTrunc(one, type->getScalarType()), i);
    }
    return vector;
  }
  unsupported("the builtin variable " + llvm::Twine(unsigned(variable)));
  return nullptr;
}

// For accesses other than of the whole variable: a copy, made where the function begins.
llvm::Value *Reader::builtinStorage(uint32_t id) {
  llvm::Value *&variable = builtin_storage[id];
  if (variable)
    return variable;
  const Type *pointer_type = typeOf(id);
  const Type *content = failed ? nullptr : contentOf(id);
  if (failed)
    return nullptr;
  llvm::IRBuilderBase::InsertPointGuard guard(builder);
  llvm::BasicBlock &entry = function->getEntryBlock();
  builder.SetInsertPoint(&entry, entry.begin());
  llvm::AllocaInst *made_variable = builder.CreateAlloca(content->llvm);
  llvm::Value *initial = builtinVariable(id, content->llvm);
  if (failed)
    return nullptr;
  builder.CreateStore(initial, made_variable);
  return builtin_storage[id] = builder.CreateAddrSpaceCast(made_variable, pointer_type->llvm);
}

} // namespace weft::spirv
