// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads of what a work-item function is given in records.
#ifndef WEFT_PASSES_LAUNCH_FIELDS_H
#define WEFT_PASSES_LAUNCH_FIELDS_H

#include "llvm/IR/IRBuilder.h"

namespace weft {

// Where to insert values that are the same in the whole function: first in the entry block, but
// behind the allocas, which LLVM expects to be together.
inline llvm::Instruction &entryPlace(llvm::Function &item) {
  auto place = item.getEntryBlock().begin();
  while (llvm::isa<llvm::AllocaInst>(*place))
    ++place;
  return *place;
}

// Loads a field of weft_launch or weft_thread. The records do not change while a kernel runs, so
// the load may be moved to wherever its value is wanted.
inline llvm::LoadInst *loadField(llvm::IRBuilder<> &builder, llvm::Value *record, size_t offset,
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
#endif
