// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/transforms/row_alignment.h"

#include "passes/address_space.h"
#include "passes/analysis/address_form.h"
#include "passes/analysis/argument_expressions.h"
#include "passes/work_item_function.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {
namespace {

bool isSum(const Value *value) {
  return match(value, m_Add(m_Value(), m_Value())) || match(value, m_Sub(m_Value(), m_Value())) ||
         match(value, m_DisjointOr(m_Value(), m_Value()));
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
  AddressForms forms(region);
  // Where sums wrap around, a row's stores may lie elsewhere: then lines are cut, no more.
  const auto lies_beside = [&](const Value *address, int64_t bytes) {
    constexpr AddressTerm Id = {AddressTerm::LocalId, 0};
    const AddressForm &form = forms.of(address);
    return form.along(Id).is(bytes) && form.holdsIf([&](const AddressCondition &one) {
      return one.isOfWrapping() || !forms.concerns(one, Id);
    });
  };
  for (const Instruction &instruction : instructions(region)) {
    auto *store = dyn_cast<StoreInst>(&instruction);
    if (!store || !store->isSimple() || store->getPointerAddressSpace() != AddressSpace::Global)
      continue;
    const Value *address = store->getPointerOperand();
    const int64_t bytes = layout.getTypeAllocSize(store->getValueOperand()->getType());
    if (isPowerOf2_64(uint64_t(bytes)) && bytes < target.lineBytes() &&
        isOfArguments(address, SameFor::Item) && lies_beside(address, bytes))
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
