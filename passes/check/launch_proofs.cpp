// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Addresses that are linear in the ids are computed once for the first work-item of the launch, and
// for its neighbours in each dimension, within its group and in the next one. What these are apart,
// all others are; so strides may be anything that the launch knows.
#include "passes/check/launch_proofs.h"

#include "passes/check/linear_values.h"
#include "passes/check/nests.h"
#include "passes/launch_fields.h"
#include "passes/work_item_function.h"
#include "weft/kernel_abi.h"

#include "llvm/IR/Instructions.h"

#include <bit>
#include <cstddef>

using namespace llvm;

namespace weft {
namespace {

constexpr size_t MostAccesses = 12; // each is seven expressions, computed for each group

class Proof {
public:
  Proof(IRBuilder<> &builder, Function &item, ArrayRef<PlacedAccess> all)
      : builder(builder), item(item) {
    for (const PlacedAccess &access : all) {
      auto *same = find_if(accesses, [&](const PlacedAccess &other) {
        return other.bytes == access.bytes && isSameExpression(other.pointer, access.pointer);
      });
      number_of.push_back(size_t(same - accesses.begin()));
      if (same == accesses.end())
        accesses.push_back(access);
      else
        same->writes |= access.writes;
    }
  }

  SmallVector<Apart> run() {
    SmallVector<Apart> apart(accesses.size());
    if (accesses.size() <= MostAccesses)
      proveEach(apart);
    SmallVector<Apart> result;
    for (size_t number : number_of)
      result.push_back(apart[number]);
    return result;
  }

private:
  static constexpr unsigned Unknown = 8, OfDigits = 16; // beside the dimensions

  void proveEach(MutableArrayRef<Apart> apart) {
    for (const PlacedAccess &access : accesses) {
      const LinearValues::Form &form = values.of(access.pointer);
      const bool is_linear = access.bytes && !form.multiple;
      dimensions.push_back(is_linear ? dimensionsOf(form) : Unknown);
    }
    makeSizes();
    for (size_t i = 0; i < accesses.size(); ++i)
      if (mayBeProved(i))
        apart[i] = prove(i);
  }

  // Of a global id both parts move.
  static unsigned dimensionsOf(unsigned ids) { return (ids | ids >> LinearValues::GroupId) & 7; }

  unsigned dimensionsOf(const LinearValues::Form &form) {
    const unsigned all = dimensionsOf(form.ids);
    if (!(form.ids >> LinearValues::Quotient))
      return all;
    const unsigned of_digits = dimensionsOf(values.of(values.split().value).ids);
    return std::has_single_bit(of_digits) && !(all & of_digits) ? all | of_digits | OfDigits
                                                                : Unknown;
  }

  bool mayBeProved(size_t i) const {
    if (dimensions[i] == Unknown)
      return false;
    for (size_t k = 0; k < accesses.size(); ++k)
      if (dimensions[k] == Unknown && (accesses[i].writes || accesses[k].writes))
        return false;
    return true;
  }

  Apart prove(size_t i) {
    // Of the same dimensions, and of others.
    SmallVector<const PlacedAccess *> alike;
    bool is_written = false;
    Apart apart{builder.getTrue(), {}};
    for (size_t k = 0; k < accesses.size(); ++k)
      if (dimensions[k] == dimensions[i]) {
        alike.push_back(&accesses[k]);
        is_written |= accesses[k].writes;
      }
    if (is_written) {
      Value *&known = apart_by_dimensions[dimensions[i]];
      if (!known)
        known = areApart(alike, dimensions[i]);
      apart.of_launch = known;
    }
    for (size_t k = 0; k < accesses.size(); ++k)
      if (dimensions[k] != dimensions[i] && (accesses[i].writes || accesses[k].writes)) {
        if ((dimensions[k] | dimensions[i]) & OfDigits)
          return {};
        add(apart, i, k);
      }
    return apart;
  }

  // ---- expressions that move with the same ids ----

  Value *areApart(ArrayRef<const PlacedAccess *> alike, unsigned of_dimensions) {
    const bool has_digits = of_dimensions & OfDigits;
    const unsigned digits =
        has_digits ? dimensionsOf(values.of(values.split().value).ids) : 0; // a single bit
    Value *holds = haveAlikeSteps(alike);
    Value *by_items = builder.getTrue(); // groups follow each other as their work-items do
    SmallVector<NestDimension, 6> all, tiles;
    const Value *pointer = alike.front()->pointer;
    for (unsigned d = 0; d < 3; ++d) {
      if (digits & 1u << d) {
        holds = builder.CreateAnd(holds, addDigits(all, pointer, d));
        continue;
      }
      Value *step = stepOf(pointer, LinearValues::LocalId + d);
      Value *group_step = stepOf(pointer, LinearValues::GroupId + d);
      by_items = builder.CreateAnd(by_items, goesOnAlike(d, step, group_step));
      all.push_back({makeMagnitude(builder, step), items[d]});
      tiles.push_back({makeMagnitude(builder, step), of_group[d]});
      tiles.push_back({makeMagnitude(builder, group_step), groups[d]});
    }
    Value *apart = builder.CreateAnd(by_items, areNests(alike, all));
    if (!has_digits) // as tiles that are transposed do
      apart = builder.CreateOr(apart, areNests(alike, tiles));
    return builder.CreateAnd(holds, apart, "race.apart");
  }

  // All accesses have to have the same, unless it does not matter.
  Value *haveAlikeSteps(ArrayRef<const PlacedAccess *> alike) {
    Value *holds = builder.getTrue();
    for (const PlacedAccess *access : alike.drop_front())
      for (unsigned id = 0; id < LinearValues::Ids; ++id) {
        Value *is_same =
            builder.CreateICmpEQ(stepOf(access->pointer, id), stepOf(alike.front()->pointer, id));
        if (id < LinearValues::GroupId)
          is_same = builder.CreateOr(is_same, isOne(items[id]));
        else if (id < LinearValues::Quotient)
          is_same = builder.CreateOr(is_same, isOnlyGroup(id - LinearValues::GroupId));
        holds = builder.CreateAnd(holds, is_same);
      }
    return holds;
  }

  // The digits of a value that differs wherever the ids of the dimension do; i1: whether it does.
  Value *addDigits(SmallVectorImpl<NestDimension> &all, const Value *pointer, unsigned d) {
    const auto &[value, divisor] = values.split();
    Value *zero = builder.getInt64(0), *one = builder.getInt64(1);
    Value *least = firstOf(value), *step = stepOf(value, LinearValues::LocalId + d);
    Value *most =
        builder.CreateAdd(least, builder.CreateMul(step, builder.CreateSub(items[d], one)));
    Value *by = makeMost(builder, values.make(builder, divisor, zeros()), one);
    all.push_back({makeMagnitude(builder, stepOf(pointer, LinearValues::Remainder)), by});
    all.push_back({makeMagnitude(builder, stepOf(pointer, LinearValues::Quotient)),
                   builder.CreateAdd(builder.CreateUDiv(most, by), one)});
    Value *rises =
        builder.CreateAnd(builder.CreateICmpSGE(least, zero), builder.CreateICmpSGT(step, zero));
    return builder.CreateAnd(rises, followsItems(value, d));
  }

  // Whether no two work-items meet whose accesses move so: as a whole, or each with each, where the
  // distance of both is one step more.
  Value *areNests(ArrayRef<const PlacedAccess *> alike, ArrayRef<NestDimension> dimensions) {
    constexpr size_t MostInPairs = 4;
    Value *first = nullptr, *end = nullptr; // of what the first work-item accesses
    uint64_t bytes = 0;
    for (const PlacedAccess *access : alike) {
      Value *at = firstOf(access->pointer);
      Value *behind = builder.CreateAdd(at, builder.getInt64(access->bytes));
      first = first ? builder.CreateBinaryIntrinsic(Intrinsic::umin, first, at) : at;
      end = end ? builder.CreateBinaryIntrinsic(Intrinsic::umax, end, behind) : behind;
      bytes = std::max(bytes, access->bytes);
    }
    Value *as_whole = makeNest(builder, builder.CreateSub(end, first), dimensions).is_apart;
    if (alike.size() == 1 || alike.size() > MostInPairs)
      return as_whole;
    Value *in_pairs = builder.getTrue();
    SmallVector<NestDimension, 7> with_both(dimensions);
    with_both.emplace_back();
    for (size_t i = 0; i < alike.size(); ++i)
      for (size_t k = i + 1; k < alike.size(); ++k) {
        Value *distance = builder.CreateSub(firstOf(alike[k]->pointer), firstOf(alike[i]->pointer));
        Value *is_same = builder.CreateIsNull(distance);
        with_both.back() = {
            makeMagnitude(builder, distance),
            builder.CreateSelect(is_same, builder.getInt64(1), builder.getInt64(2))};
        in_pairs = builder.CreateAnd(
            in_pairs, makeNest(builder, builder.getInt64(bytes), with_both).is_apart);
      }
    return builder.CreateOr(as_whole, in_pairs);
  }

  // ---- and with others ----

  // Whether what the work-item accesses by `i` is apart from what others access by `k`. Where both
  // move with an id, by steps alike, the other one may be at any multiple of these.
  void add(Apart &apart, size_t i, size_t k) {
    const Value *mine = accesses[i].pointer, *others = accesses[k].pointer;
    Value *of_mine = builder.getInt64(accesses[i].bytes);
    Value *of_others = builder.getInt64(accesses[k].bytes);
    Value *is_linear = builder.getTrue();
    LinearValues::IdValues ids = zeros();
    Value *reach = builder.getInt64(0); // of the steps that both have
    Value *low = builder.getInt64(0), *high = low;
    Value *step = nullptr; // the only one that both have
    unsigned shared = dimensions[i] & dimensions[k];
    for (unsigned d = 0; d < 3; ++d) {
      const unsigned bit = 1u << d;
      if (!((dimensions[i] | dimensions[k]) & bit))
        continue;
      if (dimensions[i] & bit) {
        is_linear = builder.CreateAnd(is_linear, followsItems(mine, d));
        if (!(shared & bit))
          for (unsigned id : {LinearValues::LocalId + d, LinearValues::GroupId + d})
            ids[id] = item.getArg(
                (id < LinearValues::GroupId ? ItemParam::LocalId : ItemParam::GroupId) + d);
      }
      if (!(dimensions[k] & bit))
        continue;
      is_linear = builder.CreateAnd(is_linear, followsItems(others, d));
      Value *one = stepOf(others, LinearValues::LocalId + d);
      Value *way = builder.CreateMul(one, builder.CreateSub(items[d], builder.getInt64(1)));
      if (shared & bit) {
        Value *is_same = builder.CreateICmpEQ(one, stepOf(mine, LinearValues::LocalId + d));
        is_linear = builder.CreateAnd(is_linear, builder.CreateOr(is_same, isOne(items[d])));
        reach = builder.CreateAdd(reach, makeMagnitude(builder, way));
        step = makeMagnitude(builder, one);
      } else { // the distance goes from my place to each of theirs
        low = builder.CreateAdd(low, makeMost(builder, way, builder.getInt64(0)));
        high = builder.CreateAdd(high, makeLeast(builder, way, builder.getInt64(0)));
      }
    }
    Value *distance = builder.CreateSub(values.make(builder, mine, ids), firstOf(others));
    Value *span = builder.CreateSub(low, high);
    low = builder.CreateSub(distance, low);
    high = builder.CreateSub(distance, high);
    Value *half = builder.getInt64(uint64_t(1) << 63); // numbers that are not negative are below it
    SmallVector<Below, 4> ways = {
        {builder.CreateSub(low, builder.CreateAdd(reach, of_others)), half},
        {builder.CreateSub(builder.CreateNeg(builder.CreateAdd(reach, of_mine)), high), half}};
    if (std::has_single_bit(shared)) { // or between two steps
      Value *room = builder.CreateSub(step, builder.CreateAdd(of_mine, of_others));
      room = builder.CreateAdd(builder.CreateSub(room, span), builder.getInt64(1));
      room = makeMost(builder, room, builder.getInt64(0));
      Value *above = builder.CreateSub(low, of_others);
      ways.push_back({above, room});
      ways.push_back({builder.CreateAdd(above, step), room});
    }
    apart.of_launch = builder.CreateAnd(apart.of_launch, is_linear);
    if (dimensions[i] & ~shared) {
      apart.of_item.push_back(ways);
      return;
    }
    Value *is_apart = builder.getFalse();
    for (const Below &way : ways)
      is_apart = builder.CreateOr(is_apart, builder.CreateICmpULT(way.value, way.bound));
    apart.of_launch = builder.CreateAnd(apart.of_launch, is_apart);
  }

  // ---- what the launch knows ----

  void makeSizes() {
    auto field = [&](size_t offset, unsigned d) {
      return loadField(builder, item.getArg(ItemParam::Launch), offset + d * sizeof(uint64_t),
                       builder.getInt64Ty(), "race.size");
    };
    for (unsigned d = 0; d < 3; ++d) {
      items[d] = field(offsetof(weft_launch, global_size), d);
      of_group[d] = field(offsetof(weft_launch, local_size), d);
      groups[d] = field(offsetof(weft_launch, num_groups), d);
    }
  }
  Value *isOne(Value *count) { return builder.CreateICmpEQ(count, builder.getInt64(1)); }
  Value *isOnlyGroup(unsigned d) { return builder.CreateICmpUGE(of_group[d], items[d]); }
  Value *goesOnAlike(unsigned d, Value *step, Value *group_step) {
    Value *is_alike = builder.CreateICmpEQ(group_step, builder.CreateMul(step, of_group[d]));
    return builder.CreateOr(is_alike, isOnlyGroup(d));
  }
  // Whether the address moves with the global id.
  Value *followsItems(const Value *pointer, unsigned d) {
    return goesOnAlike(d, stepOf(pointer, LinearValues::LocalId + d),
                       stepOf(pointer, LinearValues::GroupId + d));
  }

  LinearValues::IdValues zeros() {
    LinearValues::IdValues ids;
    ids.fill(builder.getInt64(0));
    return ids;
  }
  Value *firstOf(const Value *pointer) {
    Value *&known = firsts[pointer];
    return known ? known : known = values.make(builder, pointer, zeros());
  }
  Value *stepOf(const Value *pointer, unsigned id) {
    Value *&known = steps_of[{pointer, id}];
    if (known)
      return known;
    if (!(values.of(pointer).ids & 1u << id))
      return known = builder.getInt64(0);
    LinearValues::IdValues ids = zeros();
    ids[id] = builder.getInt64(1);
    Value *next = values.make(builder, pointer, ids);
    return known = builder.CreateSub(next, firstOf(pointer));
  }

  IRBuilder<> &builder;
  Function &item;
  SmallVector<PlacedAccess> accesses; // of one expression: one
  SmallVector<size_t> number_of;      // in `accesses`, of each that was given
  LinearValues values;
  SmallVector<unsigned> dimensions; // of each access; Unknown: it is not linear
  Value *items[3], *of_group[3], *groups[3];
  DenseMap<unsigned, Value *> apart_by_dimensions;
  DenseMap<const Value *, Value *> firsts;
  DenseMap<std::pair<const Value *, unsigned>, Value *> steps_of;
};

} // namespace

SmallVector<Apart> proveApart(IRBuilder<> &builder, Function &item,
                              ArrayRef<PlacedAccess> accesses) {
  return Proof(builder, item, accesses).run();
}

} // namespace weft
