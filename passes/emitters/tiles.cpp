// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/emitters/tiles.h"

#include "passes/address_space.h"
#include "passes/work_item_function.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace weft {
namespace {

constexpr unsigned GroupsAhead = 2;
constexpr unsigned MaxLooked = 64; // values that an address is computed from
constexpr unsigned MaxLoads = 8;   // more are streams of their own, or too much to ask for

// Of a load of several lanes; null for all else.
const Value *vectorAddress(const Instruction &instruction, bool neighbours) {
  if (!instruction.getType()->isVectorTy())
    return nullptr;
  if (auto *load = dyn_cast<LoadInst>(&instruction))
    return load->isSimple() ? load->getPointerOperand() : nullptr;
  auto *call = dyn_cast<IntrinsicInst>(&instruction);
  if (!call)
    return nullptr;
  bool loads = call->getIntrinsicID() == Intrinsic::masked_load ||
               (call->getIntrinsicID() == Intrinsic::masked_gather && !neighbours);
  return loads ? call->getArgOperand(0) : nullptr;
}

bool mayDependOn(const Value *value, const Argument *wanted) {
  SmallPtrSet<const Value *, 16> seen;
  SmallVector<const Value *, 16> pending = {value};
  while (!pending.empty()) {
    const Value *next = pending.pop_back_val();
    if (next == wanted || seen.size() == MaxLooked)
      return true;
    auto *instruction = dyn_cast<Instruction>(next);
    if (instruction && seen.insert(next).second)
      pending.append(instruction->op_begin(), instruction->op_end());
  }
  return false;
}

// What `value` is GroupsAhead groups further; null if that takes more than arithmetic.
Value *makeAhead(Value *value, Argument *group, IRBuilder<> &builder,
                 SmallDenseMap<Value *, Value *> &made) {
  if (!mayDependOn(value, group))
    return value;
  if (auto known = made.find(value); known != made.end())
    return known->second;
  if (value == group)
    return made[value] = builder.CreateAdd(group, builder.getInt64(GroupsAhead), "group.ahead");
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || isa<PHINode>(instruction) || instruction->mayReadOrWriteMemory() ||
      !isSafeToSpeculativelyExecute(instruction))
    return nullptr;
  SmallVector<Value *, 3> operands;
  for (Value *operand : instruction->operands()) {
    operands.push_back(makeAhead(operand, group, builder, made));
    if (!operands.back())
      return nullptr;
  }
  Instruction *ahead = instruction->clone();
  for (auto [use, operand] : zip_equal(ahead->operands(), operands))
    use.set(operand);
  ahead->dropPoisonGeneratingAnnotations(); // such as of an index beyond the last group
  return made[value] = builder.Insert(ahead);
}

} // namespace

bool reusesColumns(const Function &wide) {
  return any_of(instructions(wide), [&](const Instruction &instruction) {
    const Value *address = vectorAddress(instruction, /*neighbours=*/false);
    return address && mayDependOn(address, wide.getArg(ItemParam::LocalId)) &&
           !mayDependOn(address, wide.getArg(ItemParam::LocalId + 1)) &&
           !mayDependOn(address, wide.getArg(ItemParam::LocalId + 2));
  });
}

void prefetchNextGroups(Function &entry_region) {
  LoopInfo loops((DominatorTree(entry_region)));
  SmallVector<std::pair<Instruction *, Value *>, MaxLoads> wanted;
  for (Instruction &instruction : instructions(entry_region)) {
    auto *address = const_cast<Value *>(vectorAddress(instruction, /*neighbours=*/true));
    if (address && address->getType()->getPointerAddressSpace() == AddressSpace::Global &&
        !loops.getLoopFor(instruction.getParent()) &&
        mayDependOn(address, entry_region.getArg(ItemParam::GroupId)))
      wanted.push_back({&instruction, address});
  }
  if (wanted.size() > MaxLoads)
    return;
  for (auto [load, address] : wanted) {
    IRBuilder<> builder(load->getNextNode());
    SmallDenseMap<Value *, Value *> made;
    if (Value *place = makeAhead(address, entry_region.getArg(ItemParam::GroupId), builder, made))
      builder.CreateIntrinsic(
          Intrinsic::prefetch, {place->getType()},
          {place, builder.getInt32(/*read*/ 0), builder.getInt32(3), builder.getInt32(/*data*/ 1)});
  }
}

} // namespace weft
