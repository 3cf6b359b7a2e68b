// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What becomes of the bits of memory (init_memory.h) by stores, atomic operations and copies.
//
//   store v to p              store v.unwritten to p.unwritten
//   memcpy(p, q, n)           memcpy(p.unwritten, q.unwritten, n)
//
// A copy to global memory is looked at by the structure that it copies, as far as that is known:
// its members are to be written, what is between them need not be.
#ifndef WEFT_PASSES_CHECK_INIT_COPIES_H
#define WEFT_PASSES_CHECK_INIT_COPIES_H

#include "passes/check/init_values.h"

#include "llvm/IR/IntrinsicInst.h"

namespace weft {

class CopiedBits {
public:
  CopiedBits(const llvm::DataLayout &layout, Findings &findings, Provenance &provenance,
             UnwrittenMemory &memory, UnwrittenBits &values)
      : layout(layout), findings(findings), provenance(provenance), memory(memory), values(values) {
  }

  // Of a store, an atomic operation, or a copy.
  void follow(llvm::Instruction &instruction);

private:
  void store(llvm::StoreInst &store);
  void atomic(llvm::Instruction &atomic, llvm::Value *pointer, llvm::Type *type);
  void fill(llvm::MemSetInst &set);
  void copy(llvm::MemTransferInst &copy);
  void checkMembers(llvm::MemTransferInst &copy, uint64_t bytes);
  void put(llvm::Instruction &before, llvm::Value *pointer, llvm::Value *bits, llvm::Align align);
  void put(llvm::Instruction &before, llvm::Value *pointer, llvm::Value *byte, llvm::Value *length);
  // Where the place has a shadow, ahead of `before`.
  llvm::Instruction *whereIs(const UnwrittenMemory::Place &place, llvm::Instruction &before);

  const llvm::DataLayout &layout;
  Findings &findings;
  Provenance &provenance;
  UnwrittenMemory &memory;
  UnwrittenBits &values;
};

} // namespace weft
#endif
