// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/transforms/prefetch.h"

#include "passes/address_space.h"
#include "passes/analysis/launch_iterations.h"
#include "passes/analysis/vector_address.h"
#include "passes/work_item_function.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {
namespace {

// Two, and two lines of the cache at least, of which narrow groups share each.
constexpr unsigned GroupsAhead = 2, MostGroupsAhead = 4;
// The same into the second cache, which waits for more lines at a time than the first: where
// launches go through more than caches hold.
constexpr unsigned GroupsFarAhead = 16;
// So many that a short iteration's load comes early enough. As many lines are in one set of the
// cache where the launch's size is a power of two, so no more than that.
constexpr unsigned IterationsAhead = 4;
constexpr unsigned MaxSequences = 8;  // more are too much to ask for
constexpr uint64_t ShortestRow = 256; // elements; less may as well be what a group takes of a row
// What values are ahead, made of what some of them are.
class Ahead {
public:
  // `same`: whether a value is the same ahead.
  Ahead(IRBuilder<> &builder, function_ref<bool(const Value *)> same)
      : builder(builder), same(same) {}
  void add(const Value *value, Value *ahead) { made[value] = ahead; }

  // Null if that takes more than arithmetic.
  Value *make(Value *value) {
    if (auto known = made.find(value); known != made.end())
      return known->second;
    if (same(value))
      return value;
    auto *instruction = dyn_cast<Instruction>(value);
    if (!instruction || isa<PHINode>(instruction) || instruction->mayReadOrWriteMemory() ||
        !isSafeToSpeculativelyExecute(instruction))
      return nullptr;
    SmallVector<Value *, 3> operands;
    for (Value *operand : instruction->operands()) {
      operands.push_back(make(operand));
      if (!operands.back())
        return nullptr;
    }
    Instruction *ahead = instruction->clone();
    for (auto [use, operand] : zip_equal(ahead->operands(), operands))
      use.set(operand);
    ahead->dropPoisonGeneratingAnnotations(); // such as of an index beyond the last group
    return made[value] = builder.Insert(ahead);
  }

private:
  IRBuilder<> &builder;
  function_ref<bool(const Value *)> same;
  SmallDenseMap<const Value *, Value *> made;
};

// The intrinsic's locality.
enum Cache { Second = 2, First = 3 };

CallInst *prefetch(IRBuilder<> &builder, Value *place, bool to_write = false, Cache into = First) {
  return builder.CreateIntrinsic(
      Intrinsic::prefetch, {place->getType()},
      {place, builder.getInt32(to_write), builder.getInt32(into), builder.getInt32(/*data*/ 1)});
}

// All lines of what `load` loads, that far from `place`.
void prefetchLines(IRBuilder<> &builder, const TargetInfo &target, const Instruction &load,
                   Value *place, int64_t ahead = 0, Cache into = First) {
  auto bytes = int64_t(load.getDataLayout().getTypeStoreSize(load.getType()));
  for (int64_t at = ahead; at < ahead + bytes; at += target.lineBytes())
    prefetch(builder, at ? builder.CreateConstGEP1_64(builder.getInt8Ty(), place, at) : place,
             /*to_write=*/false, into);
}

Value *ifGlobal(const Value *address) {
  bool is_global = address && address->getType()->getPointerAddressSpace() == AddressSpace::Global;
  return is_global ? const_cast<Value *>(address) : nullptr;
}

Value *globalAddress(const Instruction &instruction) {
  return ifGlobal(vectorAddress(instruction, /*neighbours=*/true));
}

Value *globalAddressOfStore(const Instruction &instruction) {
  return ifGlobal(vectorAddressOfStore(instruction));
}

// Whether `address` is one of rows as long as the kernel says, numbered by what `group` is a part
// of.
bool isOfRows(const Value *address, const Argument *group) {
  SmallPtrSet<const Value *, 16> seen;
  SmallVector<const Value *, 16> pending = {address};
  while (!pending.empty()) {
    auto *instruction = dyn_cast<Instruction>(pending.pop_back_val());
    if (!instruction || !seen.insert(instruction).second || !mayDependOn(instruction, group))
      continue;
    const APInt *number;
    if (match(instruction, m_Mul(m_Value(), m_APInt(number))) && number->uge(ShortestRow))
      return true;
    if (instruction->getOpcode() == Instruction::Mul &&
        any_of(instruction->operands(), [](const Value *operand) {
          auto *cast = dyn_cast<CastInst>(operand);
          auto *argument = dyn_cast<Argument>(cast ? cast->getOperand(0) : operand);
          return argument && argument->getArgNo() >= ItemParam::FirstKernelParam;
        }))
      return true;
    pending.append(instruction->op_begin(), instruction->op_end());
  }
  return false;
}

unsigned groupsAhead(const TargetInfo &target, const Instruction &access, bool exceeds_caches) {
  if (exceeds_caches)
    return MostGroupsAhead;
  Type *type = access.getType()->isVoidTy() ? access.getOperand(0)->getType() : access.getType();
  const uint64_t bytes = access.getDataLayout().getTypeStoreSize(type);
  return unsigned(
      std::clamp<uint64_t>(2 * uint64_t(target.lineBytes()) / bytes, GroupsAhead, MostGroupsAhead));
}

} // namespace

void prefetchNextGroups(Function &region, const TargetInfo &target, bool starts_kernel,
                        bool exceeds_caches) {
  LoopInfo loops((DominatorTree(region)));
  Argument *group = region.getArg(ItemParam::GroupId);
  MapVector<Value *, Instruction *> loads, stores;
  for (Instruction &instruction : instructions(region)) {
    if (loops.getLoopFor(instruction.getParent()))
      continue;
    Value *loaded = starts_kernel ? globalAddress(instruction) : nullptr;
    Value *stored = globalAddressOfStore(instruction);
    if (loaded && mayDependOn(loaded, group))
      loads.insert({loaded, &instruction});
    if (stored && !instruction.hasMetadata(LLVMContext::MD_nontemporal) &&
        mayDependOn(stored, group) && isOfRows(stored, group))
      stores.insert({stored, &instruction});
  }
  for (const auto &accesses : {loads, stores}) {
    if (accesses.size() > MaxSequences)
      continue;
    for (auto [address, access] : accesses) {
      const bool to_write = access->getType()->isVoidTy();
      auto ask = [&, at = address, by = access](unsigned groups, Cache into) {
        IRBuilder<> builder(by->getNextNode());
        auto same = [&](const Value *value) { return !mayDependOn(value, group); };
        Ahead ahead(builder, same);
        ahead.add(group, builder.CreateAdd(group, builder.getInt64(groups), "group.ahead"));
        if (Value *place = ahead.make(at))
          prefetch(builder, place, to_write, into);
      };
      ask(groupsAhead(target, *access, exceeds_caches), First);
      if (exceeds_caches && !to_write)
        ask(GroupsFarAhead, Second);
    }
  }
}

void prefetchNextIterations(Function &region, const TargetInfo &target) {
  const SmallVector<const Value *, 4> sizes = launchSizes(region);
  if (sizes.empty())
    return;
  struct Wanted {
    Instruction *load;
    Value *address;
    PHINode *counter;
    Value *step; // of the counter
    Loop *loop;
  };
  SmallVector<Wanted, MaxSequences> wanted;
  LoopInfo loops((DominatorTree(region)));
  for (Instruction &instruction : instructions(region)) {
    Value *address = globalAddress(instruction);
    Loop *loop = address ? loops.getLoopFor(instruction.getParent()) : nullptr;
    if (!loop || loop->isLoopInvariant(address))
      continue;
    for (PHINode &counter : loop->getHeader()->phis())
      if (Value *step = launchStep(counter, *loop, sizes); step && mayDependOn(address, &counter))
        wanted.push_back({&instruction, address, &counter, step, loop});
  }
  if (wanted.size() > MaxSequences)
    return;
  for (auto [load, address, counter, step, loop] : wanted) {
    IRBuilder<> builder(load->getNextNode());
    auto same = [inside = loop](const Value *value) { return inside->isLoopInvariant(value); };
    Ahead ahead(builder, same);
    Value *distance = builder.CreateMul(step, ConstantInt::get(step->getType(), IterationsAhead));
    distance = builder.CreateZExtOrTrunc(distance, counter->getType());
    ahead.add(counter, builder.CreateAdd(counter, distance, "iteration.ahead"));
    Value *place = ahead.make(address);
    if (place)
      prefetchLines(builder, target, *load, place);
  }
}

void prefetchNextVectors(Function &region, const TargetInfo &target, bool lanes_are_mask,
                         bool exceeds_caches) {
  const Machine &machine = target.machine();
  LoopInfo loops((DominatorTree(region)));
  const Argument *item = region.getArg(ItemParam::LocalId);
  const Argument *row = region.getArg(ItemParam::LocalId + 1);
  struct Sequence {
    Instruction *load;
    Value *address;
    const Value *base;
    int64_t offset;
    bool is_masked;
  };
  SmallVector<Sequence, MaxSequences> sequences;
  for (Instruction &instruction : instructions(region)) {
    Value *address = globalAddress(instruction);
    if (!address || loops.getLoopFor(instruction.getParent()) || !mayDependOn(address, item))
      continue;
    bool is_masked = isa<IntrinsicInst>(instruction) &&
                     (lanes_are_mask || !isLanesArgument(instruction.getOperand(1)));
    int64_t offset = 0;
    const Value *base = GetPointerBaseWithConstantOffset(address, offset, region.getDataLayout());
    bool is_near = any_of(sequences, [&](const Sequence &other) {
      return other.base == base && std::abs(other.offset - offset) <= target.lineBytes();
    });
    if (!is_near && (is_masked || mayDependOn(address, row)))
      sequences.push_back({&instruction, address, base, offset, is_masked});
  }
  const bool rows = count_if(sequences, [](const Sequence &one) { return !one.is_masked; }) > 1;
  erase_if(sequences, [&](const Sequence &one) { return !one.is_masked && !rows; });
  if (sequences.size() > MaxSequences)
    return;
  auto follows = [&](const Sequence &one) {
    return any_of(sequences, [&](const Sequence &other) {
      return other.base == one.base && other.offset > one.offset &&
             other.offset - one.offset <= machine.second_cache_reach_bytes;
    });
  };
  for (const Sequence &sequence : sequences) {
    if (exceeds_caches && follows(sequence))
      continue;
    IRBuilder<> builder(sequence.load->getNextNode());
    prefetchLines(builder, target, *sequence.load, sequence.address,
                  exceeds_caches ? machine.bytes_ahead_beyond_caches : machine.bytes_ahead);
    if (exceeds_caches)
      prefetchLines(builder, target, *sequence.load, sequence.address,
                    machine.bytes_far_ahead_beyond_caches, Second);
  }
}

} // namespace weft
