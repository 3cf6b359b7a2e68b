// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accesses in which each lane has an address of its own: gathers and scatters. Where the target has
// no instruction for them, elements are accessed one by one without branches, those of idle lanes
// at a safe address on the stack.
#ifndef WEFT_PASSES_VECTORIZE_ACCESS_LANE_ACCESS_H
#define WEFT_PASSES_VECTORIZE_ACCESS_LANE_ACCESS_H

#include "passes/vectorize/widener_part.h"

namespace weft {

struct Access;

class LaneAccess : WidenerPart {
public:
  using WidenerPart::WidenerPart;

  // What the lanes load, element by element.
  Elements gather(const Access &load);
  void scatter(const Access &store);

  // In each lane, the element `offset` bytes behind `pointer`.
  llvm::Value *gatherElement(llvm::Type *type, const llvm::Value *pointer, uint64_t offset,
                             llvm::Align align, const llvm::Instruction &from);

  bool rarely = false; // the code runs only if a speculation fails: keep it short

private:
  Elements unpackWords(llvm::Value *words, llvm::Type *element, unsigned count);
  llvm::Value *packWords(llvm::ArrayRef<llvm::Value *> elements);
  bool isGatheredInWords(llvm::Type *element, llvm::Align align) const;
  llvm::Value *gatherInWords(llvm::FixedVectorType *type, llvm::Value *pointers,
                             const llvm::Instruction &from);
  void scatterElement(llvm::Value *value, const llvm::Value *pointer, uint64_t offset,
                      llvm::Align align, const llvm::Instruction &from);
  llvm::Value *addresses(const llvm::Value *pointer, uint64_t offset);
  llvm::Value *safeAddresses(llvm::Value *pointers);

  // lane_loop.cpp: accesses in a loop over the lanes.
  bool canRemake(const llvm::Value *value, unsigned depth = 0) const;
  llvm::Value *remake(const llvm::Value *value, llvm::Value *lane);
  void overLanes(const llvm::Value *pointer, uint64_t offset,
                 llvm::function_ref<void(llvm::Value *, llvm::Value *)> access);
};

} // namespace weft
#endif
