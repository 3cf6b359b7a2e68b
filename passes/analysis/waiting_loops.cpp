// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/analysis/waiting_loops.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CycleInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

#include <utility>

namespace weft {
namespace {

// What may see a value that another work-item stores while this one runs.
bool observes(const llvm::Instruction &instruction) {
  if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    return load->isAtomic() || load->isVolatile();
  return llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(instruction);
}

// What may bring back a value that was observed and kept in memory.
bool reads(const llvm::Instruction &instruction) {
  if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    return !load->hasMetadata(llvm::LLVMContext::MD_invariant_load);
  auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call && !call->getType()->isVoidTy() && call->mayReadFromMemory() &&
         !call->onlyAccessesInaccessibleMemory();
}

class CycleCheck {
public:
  CycleCheck(const llvm::Cycle &cycle, const llvm::DominatorTree &dominators)
      : cycle(cycle), dominators(dominators) {}

  bool mayWait() {
    for (llvm::BasicBlock *block : cycle.blocks())
      for (llvm::Instruction &instruction : *block)
        if (observes(instruction))
          observations.push_back(&instruction);
    if (observations.empty())
      return false;
    if (!cycle.isReducible())
      return true;
    if (endsByItself())
      return false;
    followObservations();
    return llvm::any_of(cycle.blocks(),
                        [&](llvm::BasicBlock *block) { return exitDepends(*block); });
  }

private:
  bool isExiting(const llvm::BasicBlock &block) const {
    return llvm::any_of(llvm::successors(&block), [&](const llvm::BasicBlock *successor) {
      return !cycle.contains(successor);
    });
  }

  // Values that depend on observations, through data or through the branches that choose them.
  void followObservations() {
    for (llvm::BasicBlock *block : cycle.blocks())
      for (llvm::Instruction &instruction : *block)
        if (observes(instruction) || reads(instruction))
          add(instruction);
    while (!pending.empty()) {
      llvm::Instruction *value = pending.pop_back_val();
      for (llvm::User *user : value->users()) {
        auto *instruction = llvm::cast<llvm::Instruction>(user);
        if (cycle.contains(instruction->getParent()))
          add(*instruction);
      }
    }
  }

  void add(llvm::Instruction &instruction) {
    if (!dependent.insert(&instruction).second)
      return;
    pending.push_back(&instruction);
    if (!instruction.isTerminator() || std::exchange(branches_depend, true))
      return;
    // Which way is taken shows where ways meet. Not at the header, whose one way back all take.
    for (llvm::BasicBlock *block : cycle.blocks())
      for (llvm::PHINode &phi : block->phis())
        if (llvm::count_if(phi.blocks(),
                           [&](llvm::BasicBlock *from) { return cycle.contains(from); }) > 1)
          add(phi);
  }

  // Also an exit that an observation leads to or past: such are those that are not come by in each
  // iteration.
  bool exitDepends(llvm::BasicBlock &block) const {
    if (!isExiting(block))
      return false;
    if (dependent.contains(block.getTerminator()))
      return true;
    return branches_depend &&
           !llvm::all_of(llvm::predecessors(cycle.getHeader()), [&](llvm::BasicBlock *from) {
             return !cycle.contains(from) || dominators.dominates(&block, from);
           });
  }

  // A loop that does nothing but try to exchange what it has just seen at one address: it fails
  // only where another work-item has succeeded.
  bool endsByItself() const {
    llvm::AtomicCmpXchgInst *exchange = nullptr;
    for (llvm::Instruction *observation : observations)
      if (auto *other = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(observation)) {
        if (exchange)
          return false;
        exchange = other;
      }
    if (!exchange || !cycle.children().empty())
      return false;
    const llvm::Value *address = exchange->getPointerOperand();
    for (llvm::Instruction *observation : observations)
      if (observation != exchange && (!llvm::isa<llvm::LoadInst>(observation) ||
                                      llvm::getLoadStorePointerOperand(observation) != address))
        return false;
    const llvm::BasicBlock *exit = nullptr;
    for (const llvm::BasicBlock *block : cycle.blocks())
      if (isExiting(*block)) {
        if (exit)
          return false;
        exit = block;
      }
    auto *branch = exit ? llvm::dyn_cast<llvm::BranchInst>(exit->getTerminator()) : nullptr;
    return branch && branch->isConditional() && isSuccess(branch->getCondition(), *exchange) &&
           wasSeen(exchange->getCompareOperand(), *exchange);
  }

  static bool isPart(const llvm::Value *value, const llvm::AtomicCmpXchgInst &exchange,
                     unsigned number) {
    auto *part = llvm::dyn_cast<llvm::ExtractValueInst>(value);
    return part && part->getAggregateOperand() == &exchange && part->getIndices()[0] == number;
  }

  // Whether the exchange has been made, or its opposite.
  static bool isSuccess(const llvm::Value *value, const llvm::AtomicCmpXchgInst &exchange) {
    while (true) {
      if (isPart(value, exchange, 1))
        return true;
      if (auto *compare = llvm::dyn_cast<llvm::ICmpInst>(value)) {
        if (!compare->isEquality())
          return false;
        const llvm::Value *a = compare->getOperand(0), *b = compare->getOperand(1);
        for (auto [old, expected] : {std::pair(a, b), std::pair(b, a)})
          if (isPart(old, exchange, 0) && expected == exchange.getCompareOperand())
            return true;
        if (!llvm::isa<llvm::Constant>(b))
          return false;
        value = a;
      } else if (auto *cast = llvm::dyn_cast<llvm::CastInst>(value)) {
        value = cast->getOperand(0);
      } else if (auto *operation = llvm::dyn_cast<llvm::BinaryOperator>(value);
                 operation && operation->getOpcode() == llvm::Instruction::Xor &&
                 llvm::isa<llvm::Constant>(operation->getOperand(1))) {
        value = operation->getOperand(0);
      } else {
        return false;
      }
    }
  }

  // Whether the value is what stood at the exchange's address, in this iteration or at the
  // exchange of the one before.
  bool wasSeen(const llvm::Value *value, const llvm::AtomicCmpXchgInst &exchange) const {
    while (auto *cast = llvm::dyn_cast<llvm::CastInst>(value))
      value = cast->getOperand(0);
    if (auto *load = llvm::dyn_cast<llvm::LoadInst>(value))
      return cycle.contains(load->getParent()) &&
             load->getPointerOperand() == exchange.getPointerOperand();
    auto *phi = llvm::dyn_cast<llvm::PHINode>(value);
    if (!phi || phi->getParent() != cycle.getHeader())
      return false;
    for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
      const llvm::Value *next = phi->getIncomingValue(i);
      while (auto *cast = llvm::dyn_cast<llvm::CastInst>(next))
        next = cast->getOperand(0);
      if (cycle.contains(phi->getIncomingBlock(i)) && !isPart(next, exchange, 0))
        return false;
    }
    return true;
  }

  const llvm::Cycle &cycle;
  const llvm::DominatorTree &dominators;
  llvm::SmallVector<llvm::Instruction *> observations;
  llvm::SmallPtrSet<llvm::Instruction *, 32> dependent;
  llvm::SmallVector<llvm::Instruction *> pending;
  bool branches_depend = false;
};

} // namespace

llvm::SmallVector<llvm::BasicBlock *, 4> findWaitingLoops(llvm::Function &function) {
  llvm::SmallVector<llvm::BasicBlock *, 4> headers;
  llvm::CycleInfo cycles;
  cycles.compute(function);
  if (cycles.toplevel_cycles().empty())
    return headers;
  llvm::DominatorTree dominators(function);
  llvm::SmallVector<const llvm::Cycle *> to_do(cycles.toplevel_begin(), cycles.toplevel_end());
  while (!to_do.empty()) {
    const llvm::Cycle *cycle = to_do.pop_back_val();
    to_do.append(cycle->children().begin(), cycle->children().end());
    if (CycleCheck(*cycle, dominators).mayWait())
      headers.push_back(cycle->getHeader());
  }
  return headers;
}

} // namespace weft
