// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accesses to consecutive elements of which only some may be accessed.
#ifndef WEFT_PASSES_VECTORIZE_ACCESS_MASKED_ACCESS_H
#define WEFT_PASSES_VECTORIZE_ACCESS_MASKED_ACCESS_H

#include "passes/vectorize/widener_part.h"

namespace weft {

class MaskedAccess : WidenerPart {
public:
  using WidenerPart::WidenerPart;

  // `lanes`: a mask of the elements. `from`: the access that this is for.
  llvm::Value *load(llvm::FixedVectorType *type, llvm::Value *pointer, llvm::Align align,
                    llvm::Value *lanes, const llvm::Instruction &from);
  void store(llvm::Value *value, llvm::Value *pointer, llvm::Align align, llvm::Value *lanes,
             const llvm::Instruction &from);

private:
  bool decidesWhoStays(const llvm::Instruction &load) const;
  llvm::Value *isOnePage(llvm::Value *pointer, llvm::Align align, uint64_t bytes,
                         llvm::Value *lanes);
  bool isLoopShorter(llvm::FixedVectorType *type) const;
  llvm::Value *loadElements(llvm::FixedVectorType *type, llvm::Value *pointer, llvm::Align align,
                            llvm::Value *lanes, const llvm::Instruction &from);
  bool hidesWholeLines(const llvm::Value *value, unsigned address_space) const;
  void storeElements(llvm::Value *value, llvm::Value *pointer, llvm::Align align,
                     llvm::Value *lanes, const llvm::Instruction &from);
  void writeBack(llvm::Value *value, llvm::Value *pointer, llvm::Align align);
};

// Copies to the wide access what metadata says of the memory of the scalar one.
template <typename InstructionT>
InstructionT *describe(InstructionT *made, const llvm::Instruction &from) {
  using llvm::LLVMContext;
  made->copyMetadata(from, {LLVMContext::MD_tbaa, LLVMContext::MD_alias_scope,
                            LLVMContext::MD_noalias, LLVMContext::MD_access_group,
                            LLVMContext::MD_nontemporal, LLVMContext::MD_invariant_load});
  return made;
}

} // namespace weft
#endif
