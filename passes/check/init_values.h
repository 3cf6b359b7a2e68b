// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which bits of a value come from memory that was never written, as integers beside it (the rules
// are those of MemorySanitizer: Stepanov and Serebryany, CGO 2015):
//
//   c = and a, b        c.unwritten = (a.unwritten & b.unwritten) | (a & b.unwritten)
//                                     | (a.unwritten & b)
//   p = phi [a], [b]    p.unwritten = phi [a.unwritten], [b.unwritten]
//
// They are made for what is asked for and may have such bits; of other values they are zero.
#ifndef WEFT_PASSES_CHECK_INIT_VALUES_H
#define WEFT_PASSES_CHECK_INIT_VALUES_H

#include "passes/check/init_memory.h"

namespace weft {

class UnwrittenBits {
public:
  UnwrittenBits(llvm::Function &item, UnwrittenMemory &memory);

  // Whether some bit of the value may be unwritten. To be asked before of() of anything.
  bool maybe(const llvm::Value *value) const { return tainted.contains(value); }
  // Integers of the value's shape: of a pointer i64, of a vector one for each element.
  llvm::Value *of(llvm::Value *value);
  llvm::Type *typeOf(llvm::Type *type) const;
  llvm::Value *none(llvm::Type *type) const { return llvm::Constant::getNullValue(typeOf(type)); }

  // Where some bit is unwritten; of a vector, of any of its elements. i1.
  static llvm::Value *any(llvm::IRBuilderBase &builder, llvm::Value *bits);

  // If none of these bits is unwritten, then none of what they were computed from, as far as that
  // can be said.
  llvm::ArrayRef<llvm::Value *> cleanWith(llvm::Value *bits) const {
    auto known = strict.find(bits);
    return known == strict.end() ? llvm::ArrayRef<llvm::Value *>() : known->second;
  }

  // Variables and loads that the value is computed from and that may be unwritten.
  void collectOrigins(llvm::Value *value,
                      llvm::SmallVectorImpl<llvm::Instruction *> &origins) const;

private:
  void collectTainted();
  bool isSource(const llvm::Instruction &instruction) const;
  bool passesOn(const llvm::Instruction &instruction) const;
  llvm::Value *made(llvm::Instruction &value);
  llvm::Value *ofLoad(llvm::LoadInst &load);
  llvm::Value *ofBinary(llvm::BinaryOperator &op, llvm::IRBuilderBase &builder);
  llvm::Value *ofCompare(llvm::ICmpInst &compare, llvm::IRBuilderBase &builder);
  llvm::Value *ofSelect(llvm::SelectInst &select, llvm::IRBuilderBase &builder);
  llvm::Value *ofShuffle(llvm::ShuffleVectorInst &shuffle, llvm::IRBuilderBase &builder);
  llvm::Value *ofCall(llvm::CallBase &call, llvm::IRBuilderBase &builder);
  llvm::Value *ofOperands(llvm::Instruction &value, llvm::IRBuilderBase &builder);
  llvm::Value *allOf(llvm::Value *is, llvm::Type *type, llvm::IRBuilderBase &builder);
  llvm::Value *join(llvm::Value *a, llvm::Value *b, llvm::IRBuilderBase &builder);
  llvm::Value *note(llvm::Value *bits, llvm::ArrayRef<llvm::Value *> from);

  llvm::Function &item;
  const llvm::DataLayout &layout;
  UnwrittenMemory &memory;
  llvm::DenseSet<const llvm::Value *> tainted;
  llvm::DenseMap<llvm::Value *, llvm::Value *> bits;
  llvm::DenseMap<llvm::Value *, llvm::SmallVector<llvm::Value *, 2>> strict;
};

} // namespace weft
#endif
