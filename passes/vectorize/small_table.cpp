// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/vectorize/small_table.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace weft {

std::optional<SmallTable> findSmallTable(const LoadInst &load, const TargetInfo &target) {
  if (target.tableBits() == 0)
    return std::nullopt;
  Type *type = load.getType();
  const uint64_t bits = type->getPrimitiveSizeInBits().getFixedValue();
  if (!load.isSimple() || (!type->isIntegerTy() && !type->isFloatingPointTy()) ||
      (bits != 8 && bits != 16 && bits != 32 && bits != 64))
    return std::nullopt;
  auto *gep = dyn_cast<GEPOperator>(load.getPointerOperand());
  auto *variable = gep ? dyn_cast<GlobalVariable>(gep->getPointerOperand()) : nullptr;
  if (!variable || !variable->isConstant() || !variable->hasDefinitiveInitializer())
    return std::nullopt;
  const DataLayout &layout = load.getDataLayout();
  const unsigned index_bits = layout.getIndexTypeSizeInBits(gep->getType());
  SmallMapVector<Value *, APInt, 4> indices;
  APInt offset(index_bits, 0);
  if (!gep->collectOffset(layout, index_bits, indices, offset) || indices.size() != 1 ||
      indices.front().second != bits / 8 || !indices.front().first->getType()->isIntegerTy(64) ||
      offset.isNegative() || offset.getZExtValue() % (bits / 8))
    return std::nullopt;
  const uint64_t count = layout.getTypeAllocSize(variable->getValueType()) / (bits / 8);
  if (count > 2 * target.tableBits() / target.permutedBits(unsigned(bits)))
    return std::nullopt;
  return SmallTable{variable, indices.front().first, offset.getZExtValue() / (bits / 8), count};
}

} // namespace weft
