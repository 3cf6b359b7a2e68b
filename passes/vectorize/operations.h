// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic on operands that differ between lanes, and moves of elements within them.
#ifndef WEFT_PASSES_VECTORIZE_OPERATIONS_H
#define WEFT_PASSES_VECTORIZE_OPERATIONS_H

#include "passes/vectorize/widener_part.h"

namespace weft {

class Operations : WidenerPart {
public:
  using WidenerPart::WidenerPart;
  void emit(const llvm::Instruction &instruction);

private:
  bool emitBoundCompare(const llvm::ICmpInst &compare);
  void emitElementwise(const llvm::Instruction &instruction);
  void emitBitCast(const llvm::CastInst &cast);
  void emitMove(const llvm::Instruction &instruction);
  void emitGep(const llvm::GetElementPtrInst &gep);
};

} // namespace weft
#endif
