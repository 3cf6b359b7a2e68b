// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/high_products.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {

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

void keepHighProducts(Module &module) {
  for (Function &function : module)
    for (Instruction &instruction : make_early_inc_range(instructions(function))) {
      BinaryOperator *product = findProduct(instruction);
      if (!product)
        continue;
      // It is not seen through a fence, which there are for floating-point numbers only.
      IRBuilder<> builder(product->getParent(), std::next(product->getIterator()));
      Type *type = product->getType();
      Type *floats = FixedVectorType::get(builder.getDoubleTy(),
                                          cast<FixedVectorType>(type)->getNumElements());
      Value *bits = builder.CreateBitCast(product, floats);
      Value *kept = builder.CreateArithmeticFence(bits, floats);
      Value *same = builder.CreateBitCast(kept, type);
      product->replaceUsesWithIf(same, [&](Use &use) { return use.getUser() != bits; });
    }
}

} // namespace weft
