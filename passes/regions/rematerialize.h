// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values that are cheaper to compute again behind a barrier than to keep per work-item: short
// chains of arithmetic on what every region function has anyway.
#ifndef WEFT_PASSES_REGIONS_REMATERIALIZE_H
#define WEFT_PASSES_REGIONS_REMATERIALIZE_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

#include <optional>

namespace weft {

class Rematerializer {
public:
  // Whether `instruction` is worth computing again.
  bool isCheap(llvm::Instruction &instruction);

  // Requires isCheap(). Computes the value again at the builder's point, from the values that `map`
  // has for parameters and allocas; adds what it makes to `map`.
  llvm::Value *compute(llvm::Instruction &instruction, llvm::IRBuilderBase &builder,
                       llvm::ValueToValueMapTy &map);

private:
  // How many instructions a value takes, those that are the same along a row (`shared`) apart, as
  // they leave the loops over work-items; and whether it differs between work-items.
  struct Cost {
    unsigned per_item = 0, shared = 0;
    bool differs = false, differs_in_row = false;
  };
  // nullopt: more than the limit, or impossible.
  std::optional<Cost> cost(llvm::Value &value, unsigned depth);
  llvm::DenseMap<llvm::Value *, std::optional<Cost>> costs;
};

} // namespace weft
#endif
