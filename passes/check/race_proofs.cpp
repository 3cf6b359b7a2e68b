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
    for (const Place &place : places) {
      const Value *pointer = place.at;
      Value *at = addressFor(pointer, 0, 0);
      Value *behind = builder.CreateAdd(at, builder.getInt64(place.bytes));
      first = first ? builder.CreateBinaryIntrinsic(Intrinsic::umin, first, at) : at;
      end = end ? builder.CreateBinaryIntrinsic(Intrinsic::umax, end, behind) : behind;
      for (unsigned d = 0; d < 3; ++d) {
        Value *step = builder.CreateSub(addressFor(pointer, ItemParam::LocalId + d, 1), at);
        if (!steps[d])
          steps[d] = step;
        else
          demand(builder.CreateOr(builder.CreateICmpEQ(steps[d], step), isOne(d)));
        if (which == Items::OfGroup)
          continue;
        Value *group_step = builder.CreateSub(addressFor(pointer, ItemParam::GroupId + d, 1), at);
        // Groups of one dimension's only group are not apart from others.
        Value *is_alike =
            builder.CreateOr(builder.CreateICmpEQ(group_step, builder.CreateMul(step, of_group[d])),
                             builder.CreateICmpUGE(of_group[d], items[d]));
        demand(is_alike);
      }
    }
    Value *width = builder.CreateSub(end, first);
    for (unsigned d = 0; d < 3; ++d)
      steps[d] = builder.CreateIntrinsic(Intrinsic::abs, {steps[d]->getType()},
                                         {steps[d], builder.getFalse()});
    Value *apart =
        builder.CreateOr(isNest(width, {0, 1, 2}),
                         builder.CreateOr(isNest(width, {1, 0, 2}), isNest(width, {2, 1, 0})));
    return builder.CreateAnd(holds, apart, "race.apart");
  }

private:
  Value *field(size_t offset) {
    return loadField(builder, item.getArg(ItemParam::Launch), offset, builder.getInt64Ty(),
                     "race.size");
  }
  Value *isOne(unsigned d) { return builder.CreateICmpEQ(items[d], builder.getInt64(1)); }
  void demand(Value *condition) { holds = builder.CreateAnd(holds, condition); }

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

  // Whether each step goes beyond all that the dimensions before it, and the accesses of one
  // work-item, reach.
  Value *isNest(Value *width, std::array<unsigned, 3> order) {
    Value *reach = width, *all = builder.getTrue();
    for (unsigned d : order) {
      all = builder.CreateAnd(all,
                              builder.CreateOr(builder.CreateICmpUGE(steps[d], reach), isOne(d)));
      reach = builder.CreateAdd(
          reach, builder.CreateMul(steps[d], builder.CreateSub(items[d], builder.getInt64(1))));
    }
    return all;
  }

  IRBuilder<> &builder;
  Function &item;
  const Items which;
  Value *items[3], *of_group[3], *steps[3] = {};
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
