// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Vectors that lie side by side in memory, of which only some lanes' elements may be accessed.
#ifndef WEFT_PASSES_VECTORIZE_ACCESS_MASKED_ACCESS_H
#define WEFT_PASSES_VECTORIZE_ACCESS_MASKED_ACCESS_H

#include "passes/vectorize/widener_part.h"

namespace weft {

class MaskedAccess : WidenerPart {
public:
  using WidenerPart::WidenerPart;

  // `lanes` speaks of the vector's elements; `from` is the access that it is done for.
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

// Gives the wide access what the scalar one says of its memory.
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
