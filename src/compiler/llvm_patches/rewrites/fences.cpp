// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the code generator does not get to see the making of.
#include "compiler/llvm_patches/rewrites.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

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

// The product that `value` takes up to 16 bits from behind the 16 lowest ones, or null.
static BinaryOperator *findProduct(const Instruction &value) {
  Value *product;
  const APInt *shift;
  auto *type = dyn_cast<FixedVectorType>(value.getType());
  if (!type || type->getScalarSizeInBits() > 16 ||
      !match(&value, m_Trunc(m_Shr(m_Value(product), m_APInt(shift)))) ||
      product->getType()->getScalarSizeInBits() != 64 || shift->ule(16))
    return nullptr;
  return match(product, m_Mul(m_Value(), m_Value())) ? dyn_cast<BinaryOperator>(product) : nullptr;
}

// LLVM takes 16 bits from within vectors of 64-bit products for the high half of products of 16
// bits, shifted further: also where they are bits of the sign, such as of mul_hi(popcount(x), -7).
void keepHighProducts(Function &function, const TargetMachine &) {
  for (Instruction &instruction : make_early_inc_range(instructions(function)))
    if (BinaryOperator *product = findProduct(instruction))
      fence(*product, [](const User &) { return true; });
}

// Of elements of two vectors into one that takes a register.
static bool isStage(const User *user) {
  auto *shuffle = dyn_cast<ShuffleVectorInst>(user);
  return shuffle && !isa<Constant>(shuffle->getOperand(1)) &&
         !shuffle->getType()->getElementType()->isPointerTy() &&
         shuffle->getType()->getPrimitiveSizeInBits().getFixedValue() % 128 == 0;
}

// Shuffles of a transposition come in stages of one instruction each; LLVM looks for one
// instruction for several stages, finds none, and looks again after each change.
void keepShuffleStages(Function &function, const TargetMachine &) {
  for (Instruction &instruction : make_early_inc_range(instructions(function)))
    if (isStage(&instruction) && any_of(instruction.users(), isStage))
      fence(instruction, [](const User &user) { return isStage(&user); });
}

} // namespace weft
