// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Who a work-item is among those of its group, as values of a work-item function.
#ifndef WEFT_PASSES_CHECK_GROUP_ITEMS_H
#define WEFT_PASSES_CHECK_GROUP_ITEMS_H

#include "passes/work_item_function.h"

#include "llvm/IR/IRBuilder.h"

namespace weft {

// i64: the linear local id.
inline llvm::Value *itemInGroup(llvm::IRBuilderBase &builder, llvm::Function &item) {
  auto of = [&](unsigned param, unsigned d) { return item.getArg(param + d); };
  llvm::Value *number = of(ItemParam::LocalId, 2);
  for (unsigned d : {1, 0})
    number = builder.CreateAdd(
        of(ItemParam::LocalId, d),
        builder.CreateMul(of(ItemParam::LocalSize, d), number, "", true, true), "", true, true);
  return number;
}

// i64: how many there are.
inline llvm::Value *itemsOfGroup(llvm::IRBuilderBase &builder, llvm::Function &item) {
  llvm::Value *number = item.getArg(ItemParam::LocalSize);
  for (unsigned d : {1, 2})
    number = builder.CreateMul(number, item.getArg(ItemParam::LocalSize + d), "", true, true);
  return number;
}

} // namespace weft
#endif
