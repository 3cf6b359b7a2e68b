// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/regions/context_layout.h"

#include "passes/work_item_function.h"

namespace weft {

llvm::Value *ContextAddress::itemIndex() {
  if (index)
    return index;
  auto param = [&](unsigned number) { return function.getArg(number); };
  llvm::Value *row = builder.CreateMul(param(ItemParam::LocalSize + 1),
                                       param(ItemParam::LocalId + 2), "", true, true);
  row = builder.CreateAdd(row, param(ItemParam::LocalId + 1), "", true, true);
  row = builder.CreateMul(row, param(ItemParam::LocalSize), "", true, true);
  index = builder.CreateAdd(row, param(ItemParam::LocalId), "item", true, true);
  return index;
}

llvm::Value *ContextAddress::element(const ContextArray &array, const llvm::Twine &name) {
  llvm::Value *start = context;
  if (array.offset)
    start = builder.CreateInBoundsGEP(
        builder.getInt8Ty(), context,
        builder.CreateMul(items, builder.getInt64(array.offset), "", true, true));
  // Whole elements keep the stride visible to those who widen accesses.
  llvm::Type *element = llvm::ArrayType::get(builder.getInt8Ty(), array.stride);
  return builder.CreateInBoundsGEP(element, start, itemIndex(), name);
}

} // namespace weft
