// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/frontend/spirv/ids.h"

namespace weft::spirv {

Ids::Ids(const Module &module, Cursor &cursor, llvm::LLVMContext &context)
    : AtCursor(cursor), module(module), values(module.bound) {
  nothing.llvm = llvm::Type::getVoidTy(context);
}

Type *Ids::find(uint32_t id) const {
  auto known = types.find(id);
  return known == types.end() ? nullptr : known->second.get();
}

void Ids::add(std::unique_ptr<Type> type) {
  const uint32_t id = type->id;
  types.try_emplace(id, std::move(type));
}

const Type *Ids::type(uint32_t id) {
  if (const Type *known = find(id))
    return known;
  fail("%" + llvm::Twine(id) + " is not a type that was declared before");
  return &nothing;
}

const Type *Ids::typeOf(uint32_t id) {
  const Instruction *source = module.definition(id);
  if (source && source->type)
    return type(source->type);
  fail("%" + llvm::Twine(id) + " has no value");
  return &nothing;
}

const Type *Ids::resultType() { return type(at->type); }

const Type *Ids::pointee(const Type &pointer) {
  if (pointer.kind == spv::Op::OpTypePointer && pointer.pointee)
    return type(pointer.pointee);
  fail(pointer.kind == spv::Op::OpTypePointer
           ? "nothing says what type the untyped pointer points to"
           : "is not of a pointer's type");
  return &nothing;
}

// Of untyped pointers, variables say it.
const Type *Ids::contentOf(uint32_t id) {
  const Instruction *source = module.definition(id);
  if (source && source->op() == newer::OpUntypedVariableKHR && source->operands.size() > 1)
    return type(source->operands[1]);
  const Type *of = typeOf(id);
  if (of->kind == spv::Op::OpTypeVector)
    of = of->element;
  return failed ? &nothing : pointee(*of);
}

bool Ids::isUntyped(uint32_t id) const {
  const Instruction *source = module.definition(id);
  const Instruction *of = source && source->type ? module.definition(source->type) : nullptr;
  return of && of->op() == newer::OpTypeUntypedPointerKHR &&
         source->op() != newer::OpUntypedVariableKHR;
}

void Ids::define(llvm::Value *result) {
  if (failed || !at->result)
    return;
  const Type *wanted = resultType();
  if (failed)
    return;
  if (!result || result->getType() != wanted->llvm) {
    fail("its operands and its result are not of fitting types");
    return;
  }
  values[at->result] = result;
}

llvm::Constant *Ids::constant(uint32_t id) {
  auto *known = llvm::dyn_cast_or_null<llvm::Constant>(found(id));
  if (!known)
    fail("%" + llvm::Twine(id) + " has no value here");
  return failed ? nullptr : known;
}

bool Ids::integer(uint32_t id, uint64_t &number) {
  auto *known = llvm::dyn_cast_or_null<llvm::ConstantInt>(constant(id));
  if (!known)
    return fail("%" + llvm::Twine(id) + " is not a constant integer");
  number = known->getZExtValue();
  return true;
}

} // namespace weft::spirv
