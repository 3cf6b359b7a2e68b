// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/regions/liveness.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

namespace weft {
namespace {

using Numbering = llvm::DenseMap<llvm::Instruction *, unsigned>;

// Values that are used outside their own block: the only ones that can be live at its edges.
Numbering numberGlobalValues(llvm::Function &function, std::vector<llvm::Instruction *> &values) {
  Numbering numbers;
  for (llvm::Instruction &instruction : llvm::instructions(function)) {
    if (llvm::isa<llvm::AllocaInst>(instruction))
      continue;
    bool global = llvm::any_of(instruction.users(), [&](llvm::User *user) {
      auto *by = llvm::cast<llvm::Instruction>(user);
      return by->getParent() != instruction.getParent() || llvm::isa<llvm::PHINode>(by);
    });
    if (!global)
      continue;
    numbers[&instruction] = unsigned(values.size());
    values.push_back(&instruction);
  }
  return numbers;
}

struct BlockSets {
  llvm::BitVector used, defined, live_in;
};

using SetsOfBlocks = llvm::DenseMap<const llvm::BasicBlock *, BlockSets>;

SetsOfBlocks usesAndDefinitions(llvm::Function &function, const Numbering &numbers) {
  SetsOfBlocks sets;
  auto count = unsigned(numbers.size());
  for (llvm::BasicBlock &block : function)
    sets[&block] = {llvm::BitVector(count), llvm::BitVector(count), llvm::BitVector(count)};
  auto use = [&](llvm::Value *value, llvm::BasicBlock *block) {
    auto *instruction = llvm::dyn_cast<llvm::Instruction>(value);
    if (!instruction || instruction->getParent() == block)
      return;
    if (auto found = numbers.find(instruction); found != numbers.end())
      sets[block].used.set(found->second);
  };
  for (llvm::Instruction &instruction : llvm::instructions(function)) {
    llvm::BasicBlock *block = instruction.getParent();
    if (auto *phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) {
      // A phi's operand is used at the end of the block that it comes from.
      for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
        use(phi->getIncomingValue(i), phi->getIncomingBlock(i));
    } else {
      for (llvm::Value *operand : instruction.operands())
        use(operand, block);
    }
    if (auto found = numbers.find(&instruction); found != numbers.end())
      sets[block].defined.set(found->second);
  }
  return sets;
}

} // namespace

std::vector<LiveSet> liveAtStarts(llvm::Function &function, const BarrierGraph &graph) {
  std::vector<LiveSet> result(graph.regions.size() + 1);
  if (graph.behind.empty())
    return result;
  std::vector<llvm::Instruction *> values;
  Numbering numbers = numberGlobalValues(function, values);
  SetsOfBlocks sets = usesAndDefinitions(function, numbers);

  for (bool changed = true; changed;) {
    changed = false;
    for (llvm::BasicBlock *block : llvm::post_order(&function)) {
      BlockSets &own = sets[block];
      llvm::BitVector live(unsigned(values.size()));
      for (llvm::BasicBlock *successor : llvm::successors(block))
        live |= sets[successor].live_in;
      live.reset(own.defined);
      live |= own.used;
      if (live != own.live_in) {
        own.live_in = std::move(live);
        changed = true;
      }
    }
  }

  for (const RegionBlocks &region : graph.regions)
    if (region.number != EntryRegion)
      for (unsigned value : sets[region.start].live_in.set_bits())
        result[region.number].insert(values[value]);
  return result;
}

namespace {

// What happens to an alloca in one block, seen from above and from below.
struct Events {
  enum Kind : uint8_t { None, Use, Begin, End };
  Kind first = None, last = None;
};

using Users = llvm::SmallPtrSet<llvm::Instruction *, 16>;

// All instructions that use the address or one derived from it; false if it escapes, so that they
// cannot be listed.
bool collectUsers(llvm::AllocaInst &alloca, Users &users) {
  llvm::SmallVector<llvm::Instruction *, 16> pointers{&alloca};
  while (!pointers.empty()) {
    llvm::Instruction *pointer = pointers.pop_back_val();
    for (llvm::User *user : pointer->users()) {
      auto *by = llvm::cast<llvm::Instruction>(user);
      if (!users.insert(by).second)
        continue;
      if (llvm::isa<llvm::GetElementPtrInst, llvm::AddrSpaceCastInst, llvm::PHINode,
                    llvm::SelectInst>(by)) {
        pointers.push_back(by);
      } else if (auto *call = llvm::dyn_cast<llvm::CallBase>(by)) {
        for (unsigned i = 0; i < call->arg_size(); ++i)
          if (call->getArgOperand(i) == pointer && !call->isLifetimeStartOrEnd() &&
              !call->doesNotCapture(i))
            return false;
      } else if (auto *store = llvm::dyn_cast<llvm::StoreInst>(by)) {
        if (store->getValueOperand() == pointer)
          return false;
      } else if (!llvm::isa<llvm::LoadInst, llvm::ICmpInst, llvm::AtomicRMWInst,
                            llvm::AtomicCmpXchgInst>(by)) {
        return false;
      }
    }
  }
  return true;
}

Events::Kind kindOf(const llvm::Instruction &user) {
  if (auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&user)) {
    if (intrinsic->getIntrinsicID() == llvm::Intrinsic::lifetime_start)
      return Events::Begin;
    if (intrinsic->getIntrinsicID() == llvm::Intrinsic::lifetime_end)
      return Events::End;
  }
  return Events::Use;
}

llvm::DenseMap<llvm::BasicBlock *, Events> eventsByBlock(const Users &users) {
  llvm::SmallPtrSet<llvm::BasicBlock *, 8> blocks;
  for (llvm::Instruction *user : users)
    blocks.insert(user->getParent());
  llvm::DenseMap<llvm::BasicBlock *, Events> events;
  for (llvm::BasicBlock *block : blocks) {
    Events &event = events[block];
    for (llvm::Instruction &instruction : *block) {
      if (!users.contains(&instruction))
        continue;
      event.last = kindOf(instruction);
      if (event.first == Events::None)
        event.first = event.last;
    }
  }
  return events;
}

bool crossesBarrier(llvm::AllocaInst &alloca, llvm::Function &function, const BarrierGraph &graph) {
  Users users;
  if (!collectUsers(alloca, users))
    return true;
  llvm::DenseMap<llvm::BasicBlock *, Events> events = eventsByBlock(users);
  auto eventsOf = [&](llvm::BasicBlock *block) { return events.lookup(block); };
  // needed: a use follows before the contents end. held: a use came before and they have not ended.
  llvm::SmallPtrSet<llvm::BasicBlock *, 16> needed, held;
  for (bool changed = true; changed;) {
    changed = false;
    for (llvm::BasicBlock *block : llvm::post_order(&function)) {
      Events event = eventsOf(block);
      if (event.first == Events::Use ||
          (event.first == Events::None && llvm::any_of(llvm::successors(block), [&](auto *next) {
             return needed.contains(next);
           })))
        changed |= needed.insert(block).second;
      if (event.last == Events::Use || event.last == Events::Begin ||
          (event.last == Events::None && llvm::any_of(llvm::predecessors(block), [&](auto *from) {
             return held.contains(from);
           })))
        changed |= held.insert(block).second;
    }
  }
  return llvm::any_of(graph.regions, [&](const RegionBlocks &region) {
    return region.number != EntryRegion && needed.contains(region.start) &&
           held.contains(region.start->getSinglePredecessor());
  });
}

} // namespace

llvm::SetVector<llvm::AllocaInst *> allocasAcrossBarriers(llvm::Function &function,
                                                          const BarrierGraph &graph) {
  llvm::SetVector<llvm::AllocaInst *> result;
  if (graph.behind.empty())
    return result;
  for (llvm::Instruction &instruction : llvm::instructions(function))
    if (auto *alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
      if (crossesBarrier(*alloca, function, graph))
        result.insert(alloca);
  return result;
}

} // namespace weft
