// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The variables that stand for work-item functions.
#include "compiler/frontend/spirv/body.h"

namespace weft::spirv {

llvm::Value *Body::builtinVariable(uint32_t id, llvm::Type *type) {
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
  const spv::BuiltIn variable = globals.builtin(id);
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
llvm::Value *Body::builtinStorage(uint32_t id) {
  llvm::Value *&variable = builtin_storage[id];
  if (variable)
    return variable;
  const Type *pointer_type = ids.typeOf(id);
  const Type *content = failed ? nullptr : ids.contentOf(id);
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
