// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/codegen/fence.h"

#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace weft {

void fence(Instruction &value, function_ref<bool(const User &user)> sees_bits) {
  auto *type = cast<FixedVectorType>(value.getType());
  IRBuilder<> builder(value.getParent(), std::next(value.getIterator()));
  // LLVM has fences for floating-point numbers only.
  Type *element = type->getScalarSizeInBits() == 64 ? builder.getDoubleTy() : builder.getFloatTy();
  const unsigned bits = unsigned(type->getPrimitiveSizeInBits().getFixedValue());
  auto *numbers = FixedVectorType::get(element, bits / element->getPrimitiveSizeInBits());
  Value *before = builder.CreateBitCast(&value, numbers);
  Value *behind = builder.CreateArithmeticFence(before, numbers);
  Value *same = builder.CreateBitCast(behind, type);
  value.replaceUsesWithIf(same, [&](Use &use) {
    return use.getUser() != before && use.getUser() != behind && sees_bits(*use.getUser());
  });
}

} // namespace weft
