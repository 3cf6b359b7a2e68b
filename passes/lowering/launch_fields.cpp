// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lowering/steps.h"

namespace weft {

llvm::Instruction &entryPlace(llvm::Function &item) {
  // Behind the allocas, so that the code generator and others find these in one run.
  auto place = item.getEntryBlock().begin();
  while (llvm::isa<llvm::AllocaInst>(*place))
    ++place;
  return *place;
}

llvm::LoadInst *loadField(llvm::IRBuilder<> &builder, llvm::Value *record, size_t offset,
                          llvm::Type *type, const llvm::Twine &name) {
  llvm::LLVMContext &context = builder.getContext();
  llvm::Value *address =
      offset ? builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), record, offset) : record;
  unsigned bytes = type->isPointerTy() ? 8 : type->getIntegerBitWidth() / 8;
  llvm::LoadInst *load = builder.CreateAlignedLoad(type, address, llvm::Align(bytes), name);
  llvm::MDNode *empty = llvm::MDNode::get(context, {});
  load->setMetadata(llvm::LLVMContext::MD_invariant_load, empty);
  load->setMetadata(llvm::LLVMContext::MD_noundef, empty);
  return load;
}

} // namespace weft
