// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/transforms/row_conditions.h"

#include "weft/kernel_abi.h"

#include "passes/analysis/address_form.h"
#include "passes/analysis/argument_expressions.h"
#include "passes/analysis/effects.h"
#include "passes/analysis/sub_group_operations.h"
#include "passes/work_item_function.h"

#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <optional>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {
namespace {

constexpr size_t MaxConditions = 6;

constexpr AddressTerm Id = {AddressTerm::LocalId, 0};

bool isId(const Value *value) {
  auto *argument = dyn_cast<Argument>(value);
  return argument && argument->getArgNo() == ItemParam::LocalId;
}

// The operand by which `value`, a sum, a difference or a cast, moves along the row; null if it is
// none of those, or moves in another way.
const Value *movingOperand(const Value &value) {
  auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction)
    return nullptr;
  if (isa<TruncInst, SExtInst, ZExtInst>(instruction))
    return instruction->getOperand(0);
  const bool is_sum = match(&value, m_AddLike(m_Value(), m_Value()));
  if (!is_sum && instruction->getOpcode() != Instruction::Sub)
    return nullptr;
  if (isOfArguments(instruction->getOperand(1), SameFor::Row))
    return instruction->getOperand(0);
  return is_sum && isOfArguments(instruction->getOperand(0), SameFor::Row)
             ? instruction->getOperand(1)
             : nullptr;
}

// Whether its value for the first work-item of a row can be made before (FirstValues).
bool hasFirstValue(const Value *value) {
  while (value && !isId(value))
    value = movingOperand(*value);
  return value != nullptr;
}

// Whether `value` is one more for the next work-item in the row, but where it wraps around in 32 or
// 64 bits. Not the id itself: by that work-items of a group share work, which is what item bounds
// are for.
bool countsAlong(const Value *value, AddressForms &forms) {
  const AddressForm &form = forms.of(value);
  const auto counts = [&](const AddressCondition &one) {
    return !forms.concerns(one, Id) ||
           (one.isOfWrapping() && one.bits == 32 && one.value->getType()->isIntegerTy(32) &&
            forms.of(one.value).along(Id).is(1));
  };
  return form.along(Id).is(1) && (form.hasFixedPart() || form.terms.size() > 1) &&
         form.holdsIf(counts) && isOfArguments(value, SameFor::Item) && hasFirstValue(value);
}

// `condition` as a comparison of what counts along with what is the same for the row, to hold.
struct Comparison {
  const Value *value = nullptr, *bound = nullptr;
  ICmpInst::Predicate predicate = ICmpInst::BAD_ICMP_PREDICATE;
};

using Comparisons = SmallVector<Comparison, 2>;

// LLVM makes one comparison of two with constants:
//   value + 5 < 12u   =>   value >= -5, value < 7
Comparisons comparisonsOfInterval(const Comparison &found, AddressForms &forms) {
  const Value *value = nullptr;
  const APInt *added = nullptr, *bound = nullptr;
  if (!ICmpInst::isUnsigned(found.predicate) || !match(found.bound, m_APInt(bound)) ||
      !match(found.value, m_Add(m_Value(value), m_APInt(added))) || !countsAlong(value, forms))
    return {};
  const ConstantRange values =
      ConstantRange::makeExactICmpRegion(found.predicate, *bound).subtract(*added);
  if (values.isEmptySet() || values.isFullSet() || values.isSignWrappedSet())
    return {};
  Comparisons both;
  auto add = [&](ICmpInst::Predicate predicate, const APInt &end) {
    both.push_back({value, ConstantInt::get(value->getType(), end), predicate});
  };
  if (!values.getLower().isMinSignedValue())
    add(ICmpInst::ICMP_SGE, values.getLower());
  if (!values.getUpper().isMinSignedValue())
    add(ICmpInst::ICMP_SLT, values.getUpper());
  return both;
}

// All of them; none if it is none.
Comparisons comparisonsOf(const RowCondition &row_condition, AddressForms &forms) {
  auto *compare = dyn_cast<ICmpInst>(row_condition.condition);
  if (!compare || !(compare->getOperand(0)->getType()->isIntegerTy(32) ||
                    compare->getOperand(0)->getType()->isIntegerTy(64)))
    return {};
  Comparison found = {compare->getOperand(0), compare->getOperand(1),
                      row_condition.holds ? compare->getPredicate()
                                          : compare->getInversePredicate()};
  if (!countsAlong(found.value, forms)) {
    std::swap(found.value, found.bound);
    found.predicate = ICmpInst::getSwappedPredicate(found.predicate);
  }
  if (!countsAlong(found.value, forms) || !isOfArguments(found.bound, SameFor::Row))
    return {};
  // One work-item that stays away in the middle of a row makes two ranges. None is before 0.
  if (found.predicate == ICmpInst::ICMP_NE && !match(found.bound, m_Zero()))
    return {};
  Comparisons both = comparisonsOfInterval(found, forms);
  return both.empty() ? Comparisons{found} : both;
}

bool isRowCondition(const RowCondition &row_condition, AddressForms &forms) {
  return isOfArguments(row_condition.condition, SameFor::Row) ||
         !comparisonsOf(row_condition, forms).empty();
}

// What holds where `condition` is `value`.
void addFacts(const Value *condition, bool value, SmallVectorImpl<RowCondition> &facts) {
  const Value *a, *b;
  if (match(condition, m_Not(m_Value(a))))
    return addFacts(a, !value, facts);
  if (value ? match(condition, m_LogicalAnd(m_Value(a), m_Value(b)))
            : match(condition, m_LogicalOr(m_Value(a), m_Value(b)))) {
    addFacts(a, value, facts);
    addFacts(b, value, facts);
    return;
  }
  facts.push_back({condition, value});
}

SmallVector<RowCondition, 4> factsOf(const BasicBlock &block, const DominatorTree &dominators) {
  SmallVector<RowCondition, 4> facts;
  visitConditions(block, dominators, [&](Value *condition, bool holds) {
    addFacts(condition, holds, facts);
    return false;
  });
  return facts;
}

// Makes expressions of what counts along for the first work-item of a row.
class FirstValues {
public:
  FirstValues(IRBuilderBase &builder, ArrayRef<Value *> arguments)
      : builder(builder), outside(builder, arguments), is_exact(builder.getTrue()) {}

  Value *same(const Value *value) { return builder.CreateFreeze(outside.make(value)); }

  // Without what instructions say of overflows: the first one need not be for that which they are.
  Value *first(const Value *value) {
    if (isId(value))
      return builder.getInt64(0);
    const Value *moving = movingOperand(*value);
    Value *from = first(moving);
    if (isa<TruncInst>(value))
      return builder.CreateTrunc(from, value->getType());
    if (isa<SExtInst, ZExtInst>(value)) {
      staysBelowTop(from);
      if (isa<ZExtInst>(value))
        require(builder.CreateICmpSGE(from, Constant::getNullValue(from->getType())));
      return builder.CreateSExt(from, value->getType());
    }
    auto *sum = cast<Instruction>(value);
    Value *other = same(sum->getOperand(sum->getOperand(0) == moving ? 1 : 0));
    return sum->getOpcode() == Instruction::Sub ? builder.CreateSub(from, other)
                                                : builder.CreateAdd(from, other);
  }

  // The row's values are those behind `first`, as signed numbers.
  void staysBelowTop(Value *first) {
    unsigned bits = first->getType()->getIntegerBitWidth();
    APInt last = APInt::getSignedMaxValue(bits) - WEFT_MAX_GROUP_SIZE;
    require(builder.CreateICmpSLE(first, builder.getInt(last)));
  }

  void require(Value *condition) { is_exact = builder.CreateAnd(is_exact, condition); }
  Value *exact() const { return match(is_exact, m_One()) ? nullptr : is_exact; }

private:
  IRBuilderBase &builder;
  ArgumentExpressions outside;
  Value *is_exact;
};

// Whether no sum on the way from the id wraps around, for those that compute it: then it is the
// first one's, which is not negative, and the id.
bool neverWraps(const Value *value) {
  for (; !isId(value); value = movingOperand(*value)) {
    auto *sum = dyn_cast<OverflowingBinaryOperator>(value);
    if (!sum || sum->getOpcode() != Instruction::Add || !sum->hasNoUnsignedWrap() ||
        !sum->hasNoSignedWrap())
      return false;
  }
  return true;
}

} // namespace

SmallVector<RowCondition, 4> findRowConditions(Function &region) {
  if (hasSubGroupOperations(region))
    return {};
  DominatorTree dominators(region);
  AddressForms forms(region);
  SmallVector<RowCondition, 4> row_conditions;
  const BasicBlock *last = nullptr;
  for (const Instruction &instruction : instructions(region)) {
    if (instruction.getParent() == last || !isSeenByOthers(instruction))
      continue;
    SmallVector<RowCondition, 4> facts = factsOf(*instruction.getParent(), dominators);
    auto is_fact = [&](const RowCondition &row_condition) {
      return any_of(facts, [&](const RowCondition &fact) {
        return fact.condition == row_condition.condition && fact.holds == row_condition.holds;
      });
    };
    if (!last)
      copy_if(facts, std::back_inserter(row_conditions),
              [&](const RowCondition &fact) { return isRowCondition(fact, forms); });
    else
      erase_if(row_conditions,
               [&](const RowCondition &row_condition) { return !is_fact(row_condition); });
    last = instruction.getParent();
    if (row_conditions.empty())
      return {};
  }
  if (row_conditions.size() > MaxConditions)
    return {};
  return row_conditions;
}

Function *cloneWithin(Function &region, ArrayRef<RowCondition> row_conditions) {
  ValueToValueMapTy map;
  Function *within = CloneFunction(&region, map);
  within->takeName(&region);
  region.setName(within->getName() + ".whole");
  for (const RowCondition &row_condition : row_conditions)
    map[row_condition.condition]->replaceAllUsesWith(
        ConstantInt::getBool(region.getContext(), row_condition.holds));
  return within;
}

ItemRange findItems(IRBuilderBase &builder, ArrayRef<RowCondition> row_conditions, Value *size,
                    ArrayRef<Value *> arguments) {
  FirstValues values(builder, arguments);
  std::optional<AddressForms> forms; // of the region
  Value *none = builder.getInt64(0), *first = none, *end = size;
  auto atLeast = [&](Value *id) {
    first = builder.CreateBinaryIntrinsic(Intrinsic::smax, first, id);
  };
  auto below = [&](Value *id) { end = builder.CreateBinaryIntrinsic(Intrinsic::smin, end, id); };
  auto restrict = [&](const Comparison &comparison) {
    const auto [value, bound, predicate] = comparison;
    Value *start = values.first(value), *limit = values.same(bound);
    if (!start->getType()->isIntegerTy(64) || !neverWraps(value))
      values.staysBelowTop(start);
    start = builder.CreateSExt(start, builder.getInt64Ty());
    limit = builder.CreateSExt(limit, builder.getInt64Ty());
    if (ICmpInst::isUnsigned(predicate)) {
      Value *high = builder.CreateICmpSLT(limit, none),
            *starts_high = builder.CreateICmpSLT(start, none);
      const bool from_below = ICmpInst::isLT(predicate) || ICmpInst::isLE(predicate);
      values.require(
          builder.CreateNot(from_below ? builder.CreateAnd(high, starts_high) : starts_high));
      limit = builder.CreateSelect(high, builder.getInt64(INT64_MAX), limit);
      if (from_below)
        atLeast(builder.CreateBinaryIntrinsic(Intrinsic::ssub_sat, none, start));
    }
    // The id of the work-item that has the limit's value, as far as such are in the row.
    Value *id = builder.CreateBinaryIntrinsic(Intrinsic::ssub_sat, limit, start);
    Value *next = builder.CreateBinaryIntrinsic(Intrinsic::sadd_sat, id, builder.getInt64(1));
    switch (predicate) {
    case ICmpInst::ICMP_SLT:
    case ICmpInst::ICMP_ULT:
      below(id);
      break;
    case ICmpInst::ICMP_SLE:
    case ICmpInst::ICMP_ULE:
      below(next);
      break;
    case ICmpInst::ICMP_SGE:
    case ICmpInst::ICMP_UGE:
      atLeast(id);
      break;
    case ICmpInst::ICMP_SGT:
    case ICmpInst::ICMP_UGT:
      atLeast(next);
      break;
    case ICmpInst::ICMP_EQ:
      atLeast(id);
      below(next);
      break;
    default: // ICMP_NE
      values.require(builder.CreateICmpSLE(id, none));
      atLeast(next);
    }
  };
  for (const RowCondition &row_condition : row_conditions) {
    auto *compare = dyn_cast<ICmpInst>(row_condition.condition);
    if (compare && !forms)
      forms.emplace(*compare->getFunction());
    const Comparisons comparisons = compare ? comparisonsOf(row_condition, *forms) : Comparisons();
    for_each(comparisons, restrict);
    if (!comparisons.empty())
      continue;
    Value *condition = values.same(row_condition.condition);
    end = row_condition.holds ? builder.CreateSelect(condition, end, none)
                              : builder.CreateSelect(condition, none, end);
  }
  if (end != size)
    end = builder.CreateBinaryIntrinsic(Intrinsic::smax, end, none);
  if (first != none)
    first = builder.CreateBinaryIntrinsic(Intrinsic::umin, first, size);
  return {first, end, values.exact()};
}

} // namespace weft
