// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/check/race_sites.h"

using namespace llvm;

namespace weft {
namespace {

StructType *siteType(LLVMContext &context) {
  Type *pointer = PointerType::get(context, 0), *number = Type::getInt32Ty(context);
  return StructType::get(pointer, pointer, number, number, number, number, number, number,
                         Type::getInt64Ty(context));
}

} // namespace

RaceSites::RaceSites(Module &module)
    : module(module), type(siteType(module.getContext())),
      slots(ArrayType::get(PointerType::get(module.getContext(), 0), WEFT_RACE_SITES)) {}

GlobalVariable *RaceSites::make(const Access &access, unsigned number) {
  if (!table)
    table = new GlobalVariable(module, slots, /*isConstant=*/true, GlobalValue::PrivateLinkage,
                               nullptr, "check.races");
  auto word = [&](uint32_t value) {
    return ConstantInt::get(Type::getInt32Ty(module.getContext()), value);
  };
  Constant *fields[] = {
      access.place,
      table,
      word(number),
      word(access.operation),
      word(access.granule),
      word(access.is_local),
      word(access.values),
      word(access.has_sub_groups),
      ConstantInt::get(Type::getInt64Ty(module.getContext()), access.object_bytes)};
  return new GlobalVariable(module, type, /*isConstant=*/true, GlobalValue::PrivateLinkage,
                            ConstantStruct::get(type, fields), "check.race");
}

Constant *RaceSites::access(const Access &access) {
  const bool is_told = sites.size() < WEFT_RACE_SITES - 1;
  GlobalVariable *made = make(access, unsigned(is_told ? sites.size() : WEFT_RACE_SITES - 1));
  if (is_told)
    sites.push_back(made);
  return made;
}

Constant *RaceSites::order(uint32_t operations) {
  Constant *none = ConstantPointerNull::get(PointerType::get(module.getContext(), 0));
  return make({none, operations, 0, false, WEFT_RACE_VALUES_UNKNOWN, false, 0}, 0);
}

void RaceSites::finish() {
  if (!table)
    return;
  sites.resize(WEFT_RACE_SITES, ConstantPointerNull::get(PointerType::get(module.getContext(), 0)));
  table->setInitializer(ConstantArray::get(slots, sites));
}

} // namespace weft
