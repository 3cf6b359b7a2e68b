// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/codegen/high_products.h"

#include "compiler/codegen/fence.h"

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
    for (Instruction &instruction : make_early_inc_range(instructions(function)))
      if (BinaryOperator *product = findProduct(instruction))
        fence(*product, [](const User &) { return true; });
}

} // namespace weft
