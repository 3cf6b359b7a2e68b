// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/transforms/row_alignment.h"

#include "passes/address_space.h"
#include "passes/analysis/argument_expressions.h"
#include "passes/analysis/shape_analysis.h"
#include "passes/work_item_function.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"

#include <optional>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {
namespace {

constexpr unsigned MaxDepth = 8;

bool isSum(const Value *value) {
  return match(value, m_Add(m_Value(), m_Value())) || match(value, m_Sub(m_Value(), m_Value())) ||
         match(value, m_DisjointOr(m_Value(), m_Value()));
}

// What one work-item more adds to an integer or, in bytes, to an address; nothing where that is not
// easily seen. Where sums wrap around it may be something else.
std::optional<int64_t> perItem(const Value *value, const DataLayout &layout, unsigned depth = 0) {
  if (auto *argument = dyn_cast<Argument>(value);
      argument && argument->getArgNo() == ItemParam::LocalId)
    return 1;
  if (isOfArguments(value, SameFor::Row))
    return 0;
  if (depth == MaxDepth)
    return std::nullopt;
  const auto of = [&](const Value *operand) { return perItem(operand, layout, depth + 1); };
  if (isa<TruncInst, SExtInst, ZExtInst>(value))
    return of(cast<Instruction>(value)->getOperand(0));
  if (isSum(value)) {
    const auto *sum = cast<Instruction>(value);
    const std::optional<int64_t> left = of(sum->getOperand(0)), right = of(sum->getOperand(1));
    if (!left || !right)
      return std::nullopt;
    return sum->getOpcode() == Instruction::Sub ? *left - *right : *left + *right;
  }
  auto *gep = dyn_cast<GEPOperator>(value);
  if (!gep)
    return std::nullopt;
  std::optional<int64_t> bytes = of(gep->getPointerOperand());
  ShapeInfo::visitIndices(*gep, layout, [&](const Value *index, uint64_t scale) {
    const std::optional<int64_t> one = of(index);
    if (bytes && one)
      *bytes += *one * int64_t(scale);
    else
      bytes.reset();
  });
  return bytes;
}

bool isMultiple(const Value *value) {
  auto *operation = dyn_cast<BinaryOperator>(value);
  return operation &&
         (operation->getOpcode() == Instruction::Mul || operation->getOpcode() == Instruction::Shl);
}

bool looksAtBits(const Argument &id) {
  SmallPtrSet<const Value *, 16> sums;
  SmallVector<const Value *, 16> pending = {&id};
  while (!pending.empty())
    for (const User *user : pending.pop_back_val()->users()) {
      if (isSum(user) || isMultiple(user) || isa<TruncInst, SExtInst, ZExtInst>(user)) {
        if (sums.insert(user).second)
          pending.push_back(user);
      } else if (isa<BinaryOperator>(user)) {
        return true;
      }
    }
  return false;
}

} // namespace

RowStore findRowStore(const Function &region, const TargetInfo &target) {
  const DataLayout &layout = region.getDataLayout();
  for (const Instruction &instruction : instructions(region)) {
    auto *store = dyn_cast<StoreInst>(&instruction);
    if (!store || !store->isSimple() || store->getPointerAddressSpace() != AddressSpace::Global)
      continue;
    const Value *address = store->getPointerOperand();
    const int64_t bytes = layout.getTypeAllocSize(store->getValueOperand()->getType());
    if (isPowerOf2_64(uint64_t(bytes)) && bytes < target.lineBytes() &&
        isOfArguments(address, SameFor::Item) && perItem(address, layout) == bytes)
      return looksAtBits(*region.getArg(ItemParam::LocalId))
                 ? RowStore()
                 : RowStore{address, unsigned(bytes), unsigned(target.lineBytes() / bytes)};
  }
  return {};
}

Value *itemsBehindLine(IRBuilderBase &builder, const RowStore &store, unsigned width,
                       ArrayRef<Value *> arguments) {
  Value *address = ArgumentExpressions(builder, arguments).make(store.address);
  // The first work-item need not be one that stores.
  Value *place = builder.CreateFreeze(builder.CreatePtrToInt(address, builder.getInt64Ty()));
  return builder.CreateAnd(builder.CreateLShr(place, Log2_32(store.bytes)),
                           std::min(width, store.per_line) - 1, "behind.line");
}

} // namespace weft
