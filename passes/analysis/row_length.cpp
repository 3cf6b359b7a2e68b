// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/analysis/row_length.h"

#include "passes/address_space.h"
#include "passes/analysis/shape_analysis.h"
#include "passes/work_item_function.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {
namespace {

constexpr unsigned MaxDepth = 8;

// What an address gets from each step along x and along y.
struct Steps {
  int64_t x = 0, y = 0;
  Steps operator+(const Steps &other) const { return {x + other.x, y + other.y}; }
  Steps operator*(int64_t factor) const { return {x * factor, y * factor}; }
};

Steps stepsOf(const Value *value, const Function &region, const DataLayout &layout,
              unsigned depth = 0) {
  if (value == region.getArg(ItemParam::LocalId))
    return {1, 0};
  if (value == region.getArg(ItemParam::LocalId + 1))
    return {0, 1};
  if (depth > MaxDepth)
    return {};
  auto of = [&](const Value *part) { return stepsOf(part, region, layout, depth + 1); };
  if (auto *gep = dyn_cast<GEPOperator>(value)) {
    Steps sum = of(gep->getPointerOperand());
    ShapeInfo::visitIndices(*gep, layout, [&](Value *index, uint64_t bytes) {
      sum = sum + of(index) * int64_t(bytes);
    });
    return sum;
  }
  Value *a, *b;
  const APInt *constant;
  if (match(value, m_Trunc(m_Value(a))) || match(value, m_ZExtOrSExt(m_Value(a))))
    return of(a);
  if (match(value, m_AddLike(m_Value(a), m_Value(b))))
    return of(a) + of(b);
  if (match(value, m_Mul(m_Value(a), m_APInt(constant))) && constant->isSignedIntN(32))
    return of(a) * constant->getSExtValue();
  // What InstCombine makes of truncations and extensions.
  if (match(value, m_AShr(m_Shl(m_Value(a), m_APInt(constant)), m_Value(b))) &&
      match(b, m_SpecificInt(*constant)))
    return of(a);
  if (match(value, m_Shl(m_Value(a), m_APInt(constant))) && constant->ult(32))
    return of(a) * (int64_t(1) << constant->getZExtValue());
  return {};
}

} // namespace

uint64_t rowLengthHint(ArrayRef<Function *> regions) {
  uint64_t least = 0;
  for (const Function *region : regions)
    for (const Instruction &instruction : instructions(*region)) {
      const Value *pointer = getLoadStorePointerOperand(&instruction);
      if (!pointer || pointer->getType()->getPointerAddressSpace() != AddressSpace::Local)
        continue;
      Steps steps = stepsOf(pointer, *region, region->getDataLayout());
      if (steps.x <= 0 || steps.y <= steps.x)
        continue;
      uint64_t row = uint64_t(steps.y / steps.x);
      least = least ? std::min(least, row) : row;
    }
  return least;
}

} // namespace weft
