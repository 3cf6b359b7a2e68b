// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads from constant tables that vector registers hold, where the target permutes these.
#include "passes/vectorize/access/access_cost.h"
#include "passes/vectorize/access/access_strategies.h"
#include "passes/vectorize/access/accesses.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace weft {
namespace {

// Of elements as large as what is loaded: the one that a load takes is number `first` + `index`.
struct SmallTable {
  const GlobalVariable *variable;
  const Value *index; // i64
  uint64_t first;
  uint64_t count; // of elements, no more than two registers hold
};

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

class TableAccess : WidenerPart {
public:
  using WidenerPart::WidenerPart;
  bool load(const LoadInst &load, const SmallTable &table);
};

bool TableAccess::load(const LoadInst &load, const SmallTable &table) {
  Type *type = load.getType();
  const unsigned bits = unsigned(type->getPrimitiveSizeInBits().getFixedValue());
  const unsigned moved_bits = target.permutedBits(bits), lanes = target.tableBits() / moved_bits;
  Type *moved_type = builder.getIntNTy(moved_bits);

  SmallVector<Constant *, 32> entries;
  for (unsigned i = 0; i < 2 * lanes; ++i) {
    Constant *entry = Constant::getNullValue(moved_type);
    if (i < table.count) {
      Constant *found =
          ConstantFoldLoadFromConst(const_cast<Constant *>(table.variable->getInitializer()),
                                    builder.getIntNTy(bits), APInt(64, i * bits / 8), layout);
      auto *number = dyn_cast_or_null<ConstantInt>(found);
      if (!number)
        return false;
      entry = ConstantInt::get(moved_type, number->getZExtValue());
    }
    entries.push_back(entry);
  }
  Constant *low = ConstantVector::get(ArrayRef(entries).take_front(lanes));
  Constant *high = ConstantVector::get(ArrayRef(entries).drop_front(lanes));

  Value *numbers = builder.CreateZExtOrTrunc(core.vectorOf(table.index), core.wideType(moved_type));
  if (!isa<Constant>(numbers)) // of idle lanes it may be poison
    numbers = builder.CreateFreeze(numbers);
  numbers = builder.CreateAdd(numbers, ConstantInt::get(numbers->getType(), table.first));
  SmallVector<Value *, 4> parts;
  for (unsigned lane = 0; lane < width; lane += lanes) {
    SmallVector<int, 16> from;
    for (unsigned i = 0; i < lanes; ++i)
      from.push_back(int((lane + i) % width));
    Value *part = builder.CreateShuffleVector(numbers, from);
    parts.push_back(table.count <= lanes ? target.permute(builder, low, part)
                                         : target.permuteTwo(builder, low, part, high));
  }
  Value *moved = concatenateVectors(builder, parts);
  if (width < lanes)
    moved = builder.CreateShuffleVector(moved, createSequentialMask(0, width, 0));
  moved = builder.CreateTrunc(moved, core.wideType(builder.getIntNTy(bits)));
  core.setVectors(&load, {builder.CreateBitCast(moved, core.wideType(type))});
  return true;
}

class Table final : public AccessStrategy {
public:
  StringRef name() const override { return "table"; }
  std::optional<OptionalStep> step() const override { return OptionalStep::TableAccess; }
  bool matches(const Access &access) const override {
    return !access.is_store && !access.hasScalarPointer() &&
           findSmallTable(cast<LoadInst>(access.instruction), access.target);
  }
  double cost(const Access &access) const override {
    const Costs &costs = access.target.costs();
    return operationCost(access.type, access.width, access.target) * (costs.vector + costs.shuffle);
  }
  bool emit(Accesses &to, const Access &access) const override {
    auto &load = cast<LoadInst>(access.instruction);
    std::optional<SmallTable> table = findSmallTable(load, access.target);
    return to.core.hasLanes(table->index) && TableAccess(to.core).load(load, *table);
  }
};

} // namespace

const AccessStrategy &tableAccess() {
  static const Table strategy;
  return strategy;
}

} // namespace weft
