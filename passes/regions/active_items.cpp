// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/regions/active_items.h"

#include "passes/analysis/argument_expressions.h"
#include "passes/analysis/effects.h"
#include "passes/analysis/sub_group_operations.h"
#include "passes/regions/group_uniformity.h"
#include "passes/work_item_function.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"

#include <optional>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {
namespace {

constexpr size_t MaxBounds = 3;

const Value *skipCasts(const Value *value) {
  while (auto *cast = dyn_cast<CastInst>(value)) {
    if (!isa<TruncInst, ZExtInst, SExtInst>(cast) ||
        cast->getType()->getScalarSizeInBits() < 32) // ids are less than 2^31
      break;
    value = cast->getOperand(0);
  }
  return value;
}

class BoundSearch {
public:
  explicit BoundSearch(Function &region)
      : region(region), x(region.getArg(ItemParam::LocalId)), dominators(region),
        postdominators(region), uniformity(region) {
    for (const BasicBlock &block : region)
      if (uniformity.branchDiverges(block))
        parting.emplace_back(&block, reachableFrom(block));
  }

  SmallVector<ItemBound, 2> run() {
    for (const Instruction &instruction : instructions(region)) {
      if (auto *ret = dyn_cast<ReturnInst>(&instruction)) {
        if (!returnsAlike(*ret))
          return {};
        continue;
      }
      if (!isSeenByOthers(instruction) || isDoneByAll(instruction))
        continue;
      std::optional<ItemBound> bound = boundOf(*instruction.getParent());
      if (!bound)
        return {};
      if (!is_contained(bounds, *bound))
        bounds.push_back(*bound);
      if (bounds.size() > MaxBounds)
        return {};
    }
    return bounds;
  }

private:
  using Blocks = SmallPtrSet<const BasicBlock *, 16>;

  static Blocks reachableFrom(const BasicBlock &from) {
    Blocks result;
    SmallVector<const BasicBlock *, 16> pending(successors(&from));
    while (!pending.empty()) {
      const BasicBlock *block = pending.pop_back_val();
      if (result.insert(block).second)
        append_range(pending, successors(block));
    }
    return result;
  }

  // Every work-item returns, from one place, one value whatever its way from where they part.
  bool returnsAlike(const ReturnInst &ret) const {
    const Value *value = ret.getReturnValue();
    if (!isDoneByAll(*ret.getParent()))
      return false;
    auto *phi = dyn_cast_or_null<PHINode>(value);
    if (!value || isUniform(*value))
      return true;
    if (!phi || phi->getParent() != ret.getParent() ||
        !all_of(phi->incoming_values(), [](const Value *one) { return isa<ConstantInt>(one); }))
      return false;
    return all_of(parting, [&](const auto &part) {
      const Value *only = nullptr;
      for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
        const BasicBlock *from = phi->getIncomingBlock(i);
        if (from != part.first && !part.second.contains(from))
          continue;
        if (only && only != phi->getIncomingValue(i))
          return false;
        only = phi->getIncomingValue(i);
      }
      return true;
    });
  }

  bool isDoneByAll(const BasicBlock &block) const {
    return all_of(parting, [&](const auto &part) {
      return !part.second.contains(&block) || postdominators.dominates(&block, part.first);
    });
  }

  bool isUniform(const Value &value) const {
    auto *instruction = dyn_cast<Instruction>(&value);
    return instruction ? uniformity.isUniformWhereUsed(*instruction) : uniformity.isUniform(value);
  }

  bool isDoneByAll(const Instruction &instruction) const {
    auto *store = dyn_cast<StoreInst>(&instruction);
    return store && store->isSimple() && isUniform(*store->getPointerOperand()) &&
           isUniform(*store->getValueOperand()) && isDoneByAll(*store->getParent());
  }

  // What a condition that holds, or does not, says of the id in x.
  std::optional<ItemBound> boundOf(Value *condition, bool holds) const {
    Value *a, *b;
    if (match(condition, m_Not(m_Value(a))))
      return boundOf(a, !holds);
    if (holds ? match(condition, m_LogicalAnd(m_Value(a), m_Value(b)))
              : match(condition, m_LogicalOr(m_Value(a), m_Value(b)))) {
      std::optional<ItemBound> bound = boundOf(a, holds);
      return bound ? bound : boundOf(b, holds);
    }
    auto *compare = dyn_cast<ICmpInst>(condition);
    if (!compare)
      return std::nullopt;
    const Value *id = compare->getOperand(0), *bound = compare->getOperand(1);
    ICmpInst::Predicate predicate =
        holds ? compare->getPredicate() : compare->getInversePredicate();
    if (skipCasts(id) != x) {
      std::swap(id, bound);
      predicate = ICmpInst::getSwappedPredicate(predicate);
    }
    if (skipCasts(id) != x || bound->getType()->getIntegerBitWidth() > 64 ||
        !isOfArguments(bound, SameFor::Row))
      return std::nullopt;
    switch (predicate) {
    case ICmpInst::ICMP_ULT:
    case ICmpInst::ICMP_SLT:
      return ItemBound{bound, predicate == ICmpInst::ICMP_SLT, false};
    case ICmpInst::ICMP_ULE:
    case ICmpInst::ICMP_SLE:
      return ItemBound{bound, predicate == ICmpInst::ICMP_SLE, true};
    case ICmpInst::ICMP_EQ:
      return ItemBound{bound, false, true};
    default:
      return std::nullopt;
    }
  }

  std::optional<ItemBound> boundOf(const BasicBlock &block) const {
    std::optional<ItemBound> bound;
    visitConditions(block, dominators, [&](Value *condition, bool holds) {
      bound = boundOf(condition, holds);
      return bound.has_value();
    });
    return bound;
  }

  Function &region;
  const Argument *x;
  DominatorTree dominators;
  PostDominatorTree postdominators;
  GroupUniformity uniformity;
  // Blocks behind which work-items go separate ways, and what may come then.
  SmallVector<std::pair<const BasicBlock *, Blocks>, 4> parting;
  SmallVector<ItemBound, 2> bounds;
};

bool isCompared(const Value *id) {
  return any_of(id->users(), [](const User *user) {
    return isa<ICmpInst>(user) || (isa<CastInst>(user) && isCompared(user));
  });
}

} // namespace

SmallVector<ItemBound, 2> findItemBounds(Function &region) {
  if (!isCompared(region.getArg(ItemParam::LocalId)) || hasSubGroupOperations(region))
    return {};
  return BoundSearch(region).run();
}

Value *countActiveItems(IRBuilderBase &builder, ArrayRef<ItemBound> bounds, Value *size,
                        ArrayRef<Value *> arguments) {
  ArgumentExpressions outside(builder, arguments);
  Value *none = builder.getInt64(0), *one = builder.getInt64(1), *most = one;
  for (const ItemBound &bound : bounds) {
    // Nothing is done below a bound that is poison.
    Value *end = builder.CreateFreeze(outside.make(bound.value));
    end = bound.is_signed ? builder.CreateSExt(end, builder.getInt64Ty())
                          : builder.CreateZExt(end, builder.getInt64Ty());
    if (bound.inclusive) // of the greatest number there is none behind
      end = builder.CreateAdd(
          builder.CreateBinaryIntrinsic(bound.is_signed ? Intrinsic::smin : Intrinsic::umin, end,
                                        builder.getInt64(INT32_MAX)),
          one);
    if (bound.is_signed)
      end = builder.CreateBinaryIntrinsic(Intrinsic::smax, end, none);
    most = builder.CreateBinaryIntrinsic(Intrinsic::umax, most, end);
  }
  return builder.CreateBinaryIntrinsic(Intrinsic::umin, most, size, nullptr, "active");
}

} // namespace weft
