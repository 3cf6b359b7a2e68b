// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The order of the elements that lanes hold together, of N in each of W lanes: N vectors of W. By
// element, vector i has the lanes' elements i. In the order of memory vector i has those i * W to
// (i + 1) * W, counted lane by lane, as they lie in memory: nothing is shuffled at loads and
// stores.
//
//   lanes' elements      a0 a1   b0 b1   c0 c1   d0 d1         N = 2, W = 4
//   by element           a0 b0 c0 d0     a1 b1 c1 d1
//   in memory's order    a0 a1 b0 b1     c0 c1 d0 d1
#ifndef WEFT_PASSES_ANALYSIS_MEMORY_ORDER_H
#define WEFT_PASSES_ANALYSIS_MEMORY_ORDER_H

#include "llvm/IR/Constants.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/Metadata.h"

#include <optional>

namespace weft {

struct MemoryOrder {
  unsigned part;  // which of the vectors
  unsigned parts; // of how many
};

// Of a load or store: its elements are in memory's order. Of a freeze: it brings what is by element
// into that order. Of a phi: it is that part. None: by element, as all others are whose operands
// are.
inline std::optional<MemoryOrder> memoryOrder(const llvm::Instruction &instruction) {
  const llvm::MDNode *node = instruction.getMetadata("weft.memory.order");
  if (!node)
    return std::nullopt;
  auto number = [&](unsigned operand) {
    return unsigned(
        llvm::mdconst::extract<llvm::ConstantInt>(node->getOperand(operand))->getZExtValue());
  };
  return MemoryOrder{number(0), number(1)};
}

inline void setMemoryOrder(llvm::Instruction &instruction, MemoryOrder order) {
  auto *type = llvm::Type::getInt32Ty(instruction.getContext());
  auto number = [&](unsigned value) {
    return llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(type, value));
  };
  instruction.setMetadata(
      "weft.memory.order",
      llvm::MDNode::get(instruction.getContext(), {number(order.part), number(order.parts)}));
}

} // namespace weft
#endif
