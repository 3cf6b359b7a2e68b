// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Addresses that are linear in the ids are computed once for the first work-item of the launch, and
// for its neighbours in each dimension, within its group and in the next one. What these are apart,
// all others are; so strides may be anything that the launch knows.
#include "passes/check/race_proofs.h"

#include "passes/analysis/address_form.h"
#include "passes/analysis/argument_expressions.h"
#include "passes/launch_fields.h"
#include "passes/work_item_function.h"
#include "weft/kernel_abi.h"

#include "llvm/IR/CFG.h"

#include <cstddef>

using namespace llvm;

namespace weft {
namespace {

constexpr size_t MostAccesses = 12; // each is seven expressions, computed for each group

class Proof {
public:
  Proof(IRBuilder<> &builder, Function &item, Items which)
      : builder(builder), item(item), which(which) {
    for (unsigned d = 0; d < 3; ++d) {
      items[d] = which == Items::OfGroup
                     ? static_cast<Value *>(item.getArg(ItemParam::LocalSize + d))
                     : field(offsetof(weft_launch, global_size) + d * sizeof(uint64_t));
      of_group[d] = field(offsetof(weft_launch, local_size) + d * sizeof(uint64_t));
    }
  }

  Value *areApart(ArrayRef<Place> places) {
    Value *first = nullptr, *end = nullptr; // of what the first work-item accesses
    Value *by_items = builder.getTrue();    // groups follow each other as their work-items do
    for (const Place &place : places) {
      Value *at = addressFor(place.at, 0, 0);
      Value *behind = builder.CreateAdd(at, builder.getInt64(place.bytes));
      first = first ? builder.CreateBinaryIntrinsic(Intrinsic::umin, first, at) : at;
      end = end ? builder.CreateBinaryIntrinsic(Intrinsic::umax, end, behind) : behind;
      for (unsigned d = 0; d < 3; ++d) {
        addStep(steps[d], builder.CreateSub(addressFor(place.at, ItemParam::LocalId + d, 1), at),
                isOne(items[d]));
        if (which == Items::OfGroup)
          continue;
        Value *is_only = builder.CreateICmpUGE(of_group[d], items[d]);
        addStep(group_steps[d],
                builder.CreateSub(addressFor(place.at, ItemParam::GroupId + d, 1), at), is_only);
        Value *is_alike =
            builder.CreateICmpEQ(group_steps[d], builder.CreateMul(steps[d], of_group[d]));
        by_items = builder.CreateAnd(by_items, builder.CreateOr(is_alike, is_only));
      }
    }
    Value *width = builder.CreateSub(end, first);
    SmallVector<Dimension, 6> all;
    for (unsigned d = 0; d < 3; ++d)
      all.push_back({magnitude(steps[d]), items[d]});
    Value *apart = builder.CreateAnd(by_items, isNest(width, all));
    if (which == Items::OfLaunch) {
      // As tiles that are transposed do.
      for (unsigned d = 0; d < 3; ++d) {
        all[d].count = of_group[d];
        all.push_back({magnitude(group_steps[d]),
                       field(offsetof(weft_launch, num_groups) + d * sizeof(uint64_t))});
      }
      apart = builder.CreateOr(apart, isNest(width, all));
    }
    return builder.CreateAnd(holds, apart, "race.apart");
  }

private:
  Value *field(size_t offset) {
    return loadField(builder, item.getArg(ItemParam::Launch), offset, builder.getInt64Ty(),
                     "race.size");
  }
  Value *isOne(Value *count) { return builder.CreateICmpEQ(count, builder.getInt64(1)); }
  Value *magnitude(Value *step) {
    return builder.CreateIntrinsic(Intrinsic::abs, {step->getType()}, {step, builder.getFalse()});
  }
  // All accesses have to have the same, unless it does not matter.
  void addStep(Value *&known, Value *step, Value *does_not_matter) {
    if (known)
      holds = builder.CreateAnd(
          holds, builder.CreateOr(builder.CreateICmpEQ(known, step), does_not_matter));
    else
      known = step;
  }

  // With all ids zero, but for one parameter.
  Value *addressFor(const Value *pointer, unsigned parameter, uint64_t id) {
    SmallVector<Value *> arguments;
    for (Argument &argument : item.args())
      arguments.push_back(&argument);
    for (unsigned d = 0; d < 3; ++d)
      arguments[ItemParam::LocalId + d] = arguments[ItemParam::GroupId + d] = builder.getInt64(0);
    if (id)
      arguments[parameter] = builder.getInt64(id);
    Value *at = ArgumentExpressions(builder, arguments).make(pointer);
    return at->getType()->isPointerTy() ? builder.CreatePtrToInt(at, builder.getInt64Ty()) : at;
  }

  // `count` places, each `step` bytes behind the one before it.
  struct Dimension {
    Value *step, *count;
  };

  // Whether each step goes beyond all that the smaller ones, and the accesses of one work-item,
  // reach.
  Value *isNest(Value *width, ArrayRef<Dimension> dimensions) {
    SmallVector<Dimension, 6> sorted(dimensions.begin(), dimensions.end());
    for (Dimension &of : sorted)
      of.step = builder.CreateSelect(isOne(of.count), builder.getInt64(0), of.step);
    for (size_t last = sorted.size() - 1; last > 0; --last)
      for (size_t i = 0; i < last; ++i) {
        Dimension &a = sorted[i], &b = sorted[i + 1];
        Value *swap = builder.CreateICmpUGT(a.step, b.step);
        const Dimension low = {builder.CreateSelect(swap, b.step, a.step),
                               builder.CreateSelect(swap, b.count, a.count)};
        b = {builder.CreateSelect(swap, a.step, b.step),
             builder.CreateSelect(swap, a.count, b.count)};
        a = low;
      }
    Value *reach = width, *all = builder.getTrue();
    for (const Dimension &of : sorted) {
      all = builder.CreateAnd(
          all, builder.CreateOr(builder.CreateICmpUGE(of.step, reach), isOne(of.count)));
      reach = builder.CreateAdd(
          reach, builder.CreateMul(of.step, builder.CreateSub(of.count, builder.getInt64(1))));
    }
    return all;
  }

  IRBuilder<> &builder;
  Function &item;
  const Items which;
  Value *items[3], *of_group[3], *steps[3] = {}, *group_steps[3] = {};
  Value *holds = builder.getTrue();
};

} // namespace

Value *areApart(IRBuilder<> &builder, Function &item, ArrayRef<Place> places, Items items) {
  if (places.empty() || places.size() > MostAccesses)
    return nullptr;
  AddressForms forms(item);
  for (const Place &place : places) {
    if (!place.bytes || !isOfArguments(place.at, SameFor::Item))
      return nullptr;
    const AddressForm &form = forms.of(place.at);
    if (!form.holdsIf([](const AddressCondition &condition) { return condition.isOfWrapping(); }) ||
        any_of(form.terms, [](const AddressForm::Term &term) {
          return term.coefficient.kind == Coefficient::Unknown;
        }))
      return nullptr;
  }
  return Proof(builder, item, items).areApart(places);
}

std::vector<SmallPtrSet<const Instruction *, 16>>
betweenBarriers(Function &item, ArrayRef<Instruction *> barriers) {
  const SmallPtrSet<const Instruction *, 8> ends(barriers.begin(), barriers.end());
  std::vector<SmallPtrSet<const Instruction *, 16>> result;
  auto add = [&](const Instruction *first) {
    auto &reached = result.emplace_back();
    SmallPtrSet<const BasicBlock *, 16> seen;
    SmallVector<const Instruction *> left = {first};
    while (!left.empty()) {
      const Instruction *at = left.pop_back_val();
      while (at && !ends.contains(at)) {
        if (at->mayReadOrWriteMemory())
          reached.insert(at);
        if (at->isTerminator())
          for (const BasicBlock *next : successors(at->getParent()))
            if (seen.insert(next).second)
              left.push_back(&next->front());
        at = at->getNextNode();
      }
    }
  };
  add(&item.getEntryBlock().front());
  for (const Instruction *barrier : barriers)
    add(barrier->getNextNode());
  return result;
}

} // namespace weft
