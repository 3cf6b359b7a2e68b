// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/check/group_proofs.h"

#include "passes/check/nests.h"
#include "passes/work_item_function.h"

#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

#include <numeric>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {
namespace {

constexpr size_t MostPlanned = 1024, MostPairs = 64;
constexpr unsigned MostBounds = 4, MostDepth = 4;

// Where the value can be used.
const Instruction *behind(const Instruction &value) {
  return isa<PHINode>(value) ? &*value.getParent()->getFirstInsertionPt() : value.getNextNode();
}

} // namespace

GroupProofs::GroupProofs(Function &item, ArrayRef<Instruction *> barriers,
                         ArrayRef<GroupAccess> accesses)
    : item(item), uniformity(item), dominators(item),
      values([this](const Instruction &instruction) {
        return uniformity.isUniformWhereUsed(instruction);
      }),
      barriers(barriers.begin(), barriers.end()) {
  if (accesses.empty())
    return;
  for (const GroupAccess &access : accesses)
    add(access);
  findReached();
  if (all.size() <= MostPlanned)
    for (size_t a = 0; a < all.size(); ++a)
      for (size_t b = a; b < all.size(); ++b)
        if (meet(a, b))
          addPair(a, b);
  if (all.size() > MostPlanned || pairs.size() > MostPairs)
    for (Planned &planned : all)
      planned.may_be_apart = false;
}

void GroupProofs::findReached() {
  for (const Planned &planned : all) {
    interesting.insert_range(planned.accesses);
    interesting.insert_range(values.of(planned.pointer).fixed);
    for (const Bound &bound : planned.bounds)
      interesting.insert_range(values.of(bound.number).fixed);
  }
  begins.push_back(&item.getEntryBlock().front());
  for (const Instruction *barrier : barriers)
    begins.push_back(barrier->getNextNode());
  for (const Instruction *begin : begins)
    reached.push_back(reachedFrom(begin));
  for (Planned &planned : all)
    for (const Reached &of : reached)
      planned.reached.push_back(
          any_of(planned.accesses, [&](const Instruction *access) { return of.contains(access); }));
}

void GroupProofs::add(const GroupAccess &access) {
  const bool is_linear = access.bytes && !access.of_group && values.of(access.pointer).isKnown();
  const Bounds bounds = is_linear ? boundsOf(*access.instruction) : Bounds();
  auto *same = find_if(all, [&](const Planned &planned) {
    return isSameExpression(planned.pointer, access.pointer) && planned.bytes == access.bytes &&
           planned.is_linear == is_linear && planned.bounds == bounds;
  });
  planned_of.push_back(size_t(same - all.begin()));
  if (same == all.end()) {
    all.push_back({access.pointer,
                   access.bytes,
                   access.writes,
                   is_linear,
                   access.roots,
                   {access.instruction},
                   bounds});
    return;
  }
  same->writes |= access.writes;
  same->accesses.push_back(access.instruction);
}

// Whether work-items may come to both from one barrier to the next one, and it matters.
bool GroupProofs::meet(size_t a, size_t b) const {
  const Planned &one = all[a], &other = all[b];
  return (one.writes || other.writes) && one.reached.anyCommon(other.reached) &&
         any_of(one.roots, [&](Value *root) { return other.roots.contains(root); });
}

void GroupProofs::addPair(size_t a, size_t b) {
  Pair pair{a, b, true};
  bool is_known = all[a].is_linear && all[b].is_linear;
  auto need = [&](const Instruction &fixed) {
    for (size_t one : {a, b})
      for (const Instruction *access : all[one].accesses)
        is_known = is_known && isKept(fixed, *access);
    pair.is_of_group = false;
  };
  for (size_t one : {a, b}) {
    for (const Instruction *fixed : values.of(all[one].pointer).fixed)
      need(*fixed);
    for (const Bound &bound : all[one].bounds)
      for (const Instruction *fixed : values.of(bound.number).fixed)
        need(*fixed);
  }
  if (is_known)
    pairs.push_back(pair);
  else
    all[a].may_be_apart = all[b].may_be_apart = false;
}

// ---- what is known when ----

// All work-items that come to the access between two barriers have the same: none has passed the
// definition twice, and either all of them have passed it since the barrier, or none has.
bool GroupProofs::isKept(const Instruction &fixed, const Instruction &access) {
  if (!dominators.dominates(&fixed, &access) || reachesItself(fixed))
    return false;
  for (const auto &[number, of] : enumerate(reached)) {
    if (!of.contains(&access) || !of.contains(&fixed))
      continue;
    auto [without, is_new] = reached_without.try_emplace({&fixed, number});
    if (is_new)
      without->second = reachedFrom(begins[number], &fixed);
    if (without->second.contains(&access))
      return false;
  }
  return true;
}

bool GroupProofs::reachesItself(const Instruction &fixed) {
  auto [known, is_new] = in_cycle.try_emplace(&fixed);
  if (is_new)
    known->second = reachedFrom(behind(fixed)).contains(&fixed);
  return known->second;
}

// Of the instructions that are asked about, those that work-items come to before the next barrier,
// `avoided` aside.
GroupProofs::Reached GroupProofs::reachedFrom(const Instruction *first,
                                              const Instruction *avoided) {
  Reached result;
  SmallPtrSet<const BasicBlock *, 16> seen;
  SmallVector<const Instruction *> left = {first};
  while (!left.empty()) {
    const Instruction *at = left.pop_back_val();
    for (; at && at != avoided; at = at->getNextNode()) {
      if (interesting.contains(at))
        result.insert(at);
      if (barriers.contains(at))
        break;
      if (at->isTerminator())
        for (const BasicBlock *next : successors(at->getParent()))
          if (seen.insert(next).second)
            left.push_back(&next->front());
    }
  }
  return result;
}

// ---- who comes to an access ----

GroupProofs::Bounds GroupProofs::boundsOf(const Instruction &access) {
  Bounds bounds;
  const BasicBlock *block = access.getParent();
  for (auto *node = dominators.getNode(block)->getIDom(); node; node = node->getIDom()) {
    auto *branch = dyn_cast<BranchInst>(node->getBlock()->getTerminator());
    if (!branch || branch->isUnconditional() || branch->getSuccessor(0) == branch->getSuccessor(1))
      continue;
    for (unsigned way : {0, 1})
      if (dominators.dominates(BasicBlockEdge(node->getBlock(), branch->getSuccessor(way)), block))
        addBounds(bounds, branch->getCondition(), way == 0);
  }
  return bounds;
}

void GroupProofs::addBounds(Bounds &bounds, const Value *condition, bool holds, unsigned depth) {
  if (bounds.size() >= MostBounds || depth > MostDepth)
    return;
  const Value *a, *b;
  if (holds ? match(condition, m_LogicalAnd(m_Value(a), m_Value(b)))
            : match(condition, m_LogicalOr(m_Value(a), m_Value(b)))) {
    addBounds(bounds, a, holds, depth + 1);
    addBounds(bounds, b, holds, depth + 1);
    return;
  }
  if (match(condition, m_Not(m_Value(a))))
    return addBounds(bounds, a, !holds, depth + 1);
  auto *compare = dyn_cast<ICmpInst>(condition);
  if (!compare)
    return;
  CmpInst::Predicate relation = holds ? compare->getPredicate() : compare->getInversePredicate();
  const Value *id = compare->getOperand(0), *number = compare->getOperand(1);
  if (!localIdOf(id)) {
    std::swap(id, number);
    relation = CmpInst::getSwappedPredicate(relation);
  }
  const std::optional<unsigned> dimension = localIdOf(id);
  const LinearValues::Form &form = values.of(number);
  constexpr unsigned LocalIds = 7u << LinearValues::LocalId;
  if (!dimension || form.ids & LocalIds || form.multiple || !number->getType()->isIntegerTy())
    return;
  auto add = [&](bool is_upper, bool is_next) {
    bounds.push_back({*dimension, number, CmpInst::isSigned(relation), is_upper, is_next});
  };
  if (relation == CmpInst::ICMP_EQ || ICmpInst::isLT(relation) || ICmpInst::isLE(relation))
    add(true, !ICmpInst::isLT(relation));
  if (relation == CmpInst::ICMP_EQ || ICmpInst::isGT(relation) || ICmpInst::isGE(relation))
    add(false, ICmpInst::isGT(relation));
}

// ---- whether two accesses are apart ----

// What is computed for an access: i64.
struct GroupProofs::Side {
  Value *begin[3], *end[3]; // the ids that come here
  Value *first;             // of the work-item with the first of these
  Value *step[3];           // bytes to the next one; null: 0
  uint64_t bytes;
};

// Addresses are computed for ids that come to the access alone: `l - offset` of those that are
// below the offset wraps around.
GroupProofs::Side GroupProofs::make(IRBuilderBase &builder, const Planned &planned) {
  Side side;
  side.bytes = planned.bytes;
  LinearValues::IdValues ids;
  for (unsigned d = 0; d < 3; ++d) {
    ids[LinearValues::LocalId + d] = side.begin[d] = builder.getInt64(0);
    ids[LinearValues::GroupId + d] = item.getArg(ItemParam::GroupId + d);
    side.end[d] = item.getArg(ItemParam::LocalSize + d);
  }
  for (const Bound &bound : planned.bounds) {
    const unsigned bits = bound.number->getType()->getIntegerBitWidth();
    Value *number = values.make(builder, bound.number, ids); // extended as a signed number
    if (!bound.is_signed && bits < 64)
      number = builder.CreateAnd(number, builder.getInt64((uint64_t(1) << bits) - 1));
    if (!bound.is_signed) // far behind any id
      number =
          builder.CreateBinaryIntrinsic(Intrinsic::umin, number, builder.getInt64(INT64_MAX >> 1));
    if (bound.is_next)
      number = builder.CreateAdd(number, builder.getInt64(1));
    const unsigned d = bound.dimension;
    if (bound.is_upper)
      side.end[d] = makeLeast(builder, side.end[d], number);
    else
      side.begin[d] = makeMost(builder, side.begin[d], number);
  }
  for (unsigned d = 0; d < 3; ++d)
    ids[LinearValues::LocalId + d] = side.begin[d];
  side.first = values.make(builder, planned.pointer, ids);
  for (unsigned d = 0; d < 3; ++d) {
    side.step[d] = nullptr;
    if (!(values.of(planned.pointer).ids & 1u << (LinearValues::LocalId + d)))
      continue;
    LinearValues::IdValues next = ids;
    next[LinearValues::LocalId + d] = builder.CreateAdd(side.begin[d], builder.getInt64(1));
    side.step[d] = builder.CreateSub(values.make(builder, planned.pointer, next), side.first);
  }
  return side;
}

// Whether the one's bytes end before the other's begin.
Value *GroupProofs::makeApartAsWhole(IRBuilderBase &builder, const Side &a, const Side &b) {
  Value *low[2], *high[2];
  for (unsigned number : {0, 1}) {
    const Side &side = number ? b : a;
    low[number] = side.first;
    high[number] = builder.CreateAdd(side.first, builder.getInt64(side.bytes));
    for (unsigned d = 0; d < 3; ++d) {
      if (!side.step[d])
        continue;
      Value *last =
          builder.CreateSub(builder.CreateSub(side.end[d], side.begin[d]), builder.getInt64(1));
      Value *way = builder.CreateMul(side.step[d], last);
      low[number] = builder.CreateAdd(low[number], makeLeast(builder, way, builder.getInt64(0)));
      high[number] = builder.CreateAdd(high[number], makeMost(builder, way, builder.getInt64(0)));
    }
  }
  return builder.CreateOr(builder.CreateICmpSLE(high[0], low[1]),
                          builder.CreateICmpSLE(high[1], low[0]));
}

// Whether each work-item has its own bytes: addresses move alike, by steps that are wide enough.
Value *GroupProofs::makeApartByItem(IRBuilderBase &builder, Side a, Side b, uint64_t multiple) {
  Value *zero = builder.getInt64(0), *one = builder.getInt64(1);
  Value *holds = builder.getTrue();
  SmallVector<NestDimension, 3> dimensions;
  for (unsigned d = 0; d < 3; ++d) {
    if (!a.step[d] && !b.step[d]) {
      holds = builder.CreateAnd(holds,
                                builder.CreateICmpEQ(item.getArg(ItemParam::LocalSize + d), one));
      continue;
    }
    Value *steps[2] = {a.step[d] ? a.step[d] : zero, b.step[d] ? b.step[d] : zero};
    Value *step = steps[0];
    if (steps[0] != steps[1]) {
      // A single work-item's address may move as the others' do.
      auto isSingle = [&](const Side &of) {
        return builder.CreateICmpSLE(builder.CreateSub(of.end[d], of.begin[d]), one);
      };
      Value *b_is_single = isSingle(b);
      holds =
          builder.CreateAnd(holds, builder.CreateOr(builder.CreateICmpEQ(steps[0], steps[1]),
                                                    builder.CreateOr(isSingle(a), b_is_single)));
      step = builder.CreateSelect(b_is_single, steps[0], steps[1]);
    }
    // Both from the same id on.
    Value *begin = makeLeast(builder, a.begin[d], b.begin[d]);
    Value *count = builder.CreateSub(makeMost(builder, a.end[d], b.end[d]), begin);
    for (Side *side : {&a, &b})
      side->first = builder.CreateSub(
          side->first, builder.CreateMul(step, builder.CreateSub(side->begin[d], begin)));
    dimensions.push_back({makeMagnitude(builder, step), count});
  }
  auto end = [&](const Side &of) {
    return builder.CreateAdd(of.first, builder.getInt64(of.bytes));
  };
  Value *width =
      builder.CreateSub(makeMost(builder, end(a), end(b)), makeLeast(builder, a.first, b.first));
  const Nest nest = makeNest(builder, width, dimensions);
  holds = builder.CreateAnd(holds, nest.is_apart);
  if (!multiple)
    return holds;
  return builder.CreateAnd(holds, builder.CreateICmpULE(nest.reach, builder.getInt64(multiple)));
}

Value *GroupProofs::makeApart(IRBuilderBase &builder, const Pair &pair) {
  const Side a = make(builder, all[pair.a]);
  const Side b = pair.a == pair.b ? a : make(builder, all[pair.b]);
  const uint64_t multiple =
      std::gcd(values.of(all[pair.a].pointer).multiple, values.of(all[pair.b].pointer).multiple);
  Value *is_apart = makeApartByItem(builder, a, b, multiple);
  if (pair.a != pair.b && !multiple)
    is_apart = builder.CreateOr(is_apart, makeApartAsWhole(builder, a, b));
  for (size_t number : {pair.a, pair.b}) // or nobody comes to one of both
    for (const Bound &bound : all[number].bounds) {
      const Side &side = number == pair.a ? a : b;
      is_apart = builder.CreateOr(
          is_apart, builder.CreateICmpSGE(side.begin[bound.dimension], side.end[bound.dimension]));
    }
  return is_apart;
}

// Where all accesses of it are still to come, and what they need is known; not further ahead, as
// branches that choose where the group goes on are taken apart from what follows.
Instruction *GroupProofs::placeOf(const Planned &planned) {
  BasicBlock *common = planned.accesses.front()->getParent();
  for (Instruction *access : planned.accesses)
    common = dominators.findNearestCommonDominator(common, access->getParent());
  Instruction *place = common->getTerminator();
  for (Instruction *access : planned.accesses)
    if (access->getParent() == common && access->comesBefore(place))
      place = access;
  return place;
}

SmallVector<Value *> GroupProofs::prove(IRBuilder<> &start) {
  SmallVector<Instruction *> places;
  for (const Planned &planned : all)
    places.push_back(placeOf(planned));
  SmallVector<SmallVector<Value *, 4>> conditions(all.size(), {start.getTrue()});
  for (const Pair &pair : pairs) {
    Value *of_group = pair.is_of_group ? makeApart(start, pair) : nullptr;
    for (size_t number : {pair.a, pair.b}) {
      if (!all[number].may_be_apart)
        continue;
      IRBuilder<> there(places[number]);
      conditions[number].push_back(of_group ? of_group : makeApart(there, pair));
      if (pair.a == pair.b)
        break;
    }
  }
  SmallVector<Value *> made;
  for (const auto &[place, of] : zip(places, conditions))
    made.push_back(IRBuilder<>(place).CreateAnd(of));
  SmallVector<Value *> result;
  for (size_t number : planned_of)
    result.push_back(all[number].may_be_apart ? made[number] : nullptr);
  return result;
}

} // namespace weft
