// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/check/partial_run.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;

namespace weft {

// Instructions, and values that are copied where ways part. A tenth of a second.
constexpr uint64_t MostSteps = 400000;
// Of a block. A loop that runs more often is one whose end is not known.
constexpr unsigned MostVisits = 20000;
// Branches on one way; each takes stack.
constexpr unsigned MostTurns = 1000;

Constant *PartialRun::known(const Value *value) const {
  if (auto *constant = dyn_cast<Constant>(value))
    return constant->containsUndefOrPoisonElement() || isa<UndefValue>(constant)
               ? nullptr
               : const_cast<Constant *>(constant);
  if (auto known = given.find(value); known != given.end())
    return known->second;
  return values.lookup(value);
}

void PartialRun::set(const Instruction &instruction, Constant *constant) {
  if (constant && !isa<UndefValue>(constant) && !constant->containsUndefOrPoisonElement() &&
      (!isa<ConstantExpr>(constant) || constant->getType()->isPointerTy()))
    values[&instruction] = constant;
  else
    values.erase(&instruction);
}

Constant *PartialRun::fold(Instruction &instruction) const {
  if (instruction.getType()->isVoidTy() || instruction.isTerminator())
    return nullptr;
  if (auto *select = dyn_cast<SelectInst>(&instruction)) {
    Constant *then = known(select->getTrueValue()), *otherwise = known(select->getFalseValue());
    Constant *condition = known(select->getCondition());
    if (condition && condition->isOneValue())
      return then;
    if (condition && condition->isNullValue())
      return otherwise;
    return then == otherwise ? then : nullptr;
  }
  if (isa<FreezeInst>(instruction))
    return known(instruction.getOperand(0));
  if (auto *op = dyn_cast<BinaryOperator>(&instruction))
    for (Value *operand : op->operands())
      if (Constant *one = known(operand))
        if (Constant *absorbed = ConstantExpr::getBinOpAbsorber(op->getOpcode(), op->getType());
            absorbed && absorbed == one)
          return absorbed;
  if (auto *load = dyn_cast<LoadInst>(&instruction); load && !load->isSimple())
    return nullptr;
  SmallVector<Constant *, 8> operands;
  for (Value *operand : instruction.operands()) {
    Constant *one = known(operand);
    if (!one)
      return nullptr;
    operands.push_back(one);
  }
  // Wrapping included: what overflow makes undefined is mostly done by work-items all the same.
  return ConstantFoldInstOperands(&instruction, operands, function.getDataLayout());
}

void PartialRun::enter(BasicBlock &block, BasicBlock *from) {
  // Phis are set at one time, as one may take another's value.
  SmallVector<std::pair<PHINode *, Constant *>, 8> phis;
  for (PHINode &phi : block.phis()) {
    Constant *value = nullptr;
    if (from) {
      value = known(phi.getIncomingValueForBlock(from));
    } else {
      bool is_first = true;
      for (Value *incoming : phi.incoming_values()) {
        Constant *one = known(incoming);
        value = is_first || one == value ? one : nullptr;
        is_first = false;
        if (!value)
          break;
      }
    }
    phis.push_back({&phi, value});
  }
  for (auto [phi, value] : phis)
    set(*phi, value);
}

BasicBlock *PartialRun::knownSuccessor(Instruction &branch) const {
  if (branch.getNumSuccessors() == 1)
    return branch.getSuccessor(0);
  if (auto *conditional = dyn_cast<BranchInst>(&branch)) {
    const ConstantInt *condition = knownInt(conditional->getCondition());
    return condition ? conditional->getSuccessor(condition->isZero()) : nullptr;
  }
  if (auto *choice = dyn_cast<SwitchInst>(&branch))
    if (const ConstantInt *condition = knownInt(choice->getCondition()))
      return choice->findCaseValue(condition)->getCaseSuccessor();
  return nullptr;
}

const PartialRun::Blocks &PartialRun::between(BasicBlock &block, const BasicBlock *join) {
  auto [entry, is_new] = regions.try_emplace(&block);
  if (is_new) {
    SmallVector<BasicBlock *, 16> left(successors(&block));
    while (!left.empty()) {
      BasicBlock *one = left.pop_back_val();
      if (one != join && entry->second.insert(one).second)
        append_range(left, successors(one));
    }
  }
  return entry->second;
}

PartialRun::End PartialRun::explore(BasicBlock &block, BasicBlock *join) {
  const Instruction &branch = *block.getTerminator();
  const Blocks blocks = between(block, join);
  steps += blocks.size();
  if (turns.size() >= MostTurns)
    steps = MostSteps + 1;
  const bool runs_long = visits.lookup(&block) > MostVisits;
  bool all_followed = true, all_returned = true;
  explored.insert(&block);
  for (unsigned i = 0; i < branch.getNumSuccessors(); ++i) {
    const bool is_again = any_of(seq(0u, i), [&](unsigned earlier) {
      return branch.getSuccessor(earlier) == branch.getSuccessor(i);
    });
    if (is_again)
      continue;
    if (branch.getSuccessor(i) == join && !runs_long) {
      all_returned = false;
      continue;
    }
    if (runs_long || steps > MostSteps || !watcher.follows(branch, i)) {
      all_followed = all_returned = false;
      continue;
    }
    turns.push_back({&branch, i});
    watcher.turns(branch);
    const auto saved = values;
    steps += saved.size() / 8;
    const End end = walk(&block, branch.getSuccessor(i), join);
    values = saved;
    turns.pop_back();
    if (end == End::GivenUp) {
      all_followed = false;
      break;
    }
    all_returned &= end == End::Returned;
  }
  explored.erase(&block);
  for (BasicBlock *one : blocks)
    for (Instruction &instruction : *one)
      values.erase(&instruction);
  watcher.joins(branch, blocks, all_followed);
  if (steps > MostSteps)
    return End::GivenUp;
  if (join)
    return End::Reached;
  return all_followed && all_returned ? End::Returned : End::GivenUp;
}

PartialRun::End PartialRun::walk(BasicBlock *from, BasicBlock *block, const BasicBlock *end) {
  while (true) {
    if (block == end)
      return End::Reached;
    if (explored.contains(block))
      return End::Repeated;
    ++visits[block];
    enter(*block, from);
    for (Instruction &instruction : *block) {
      if (isa<PHINode>(instruction))
        continue;
      if (++steps > MostSteps)
        return End::GivenUp;
      watcher.at(instruction, *this);
      set(instruction, fold(instruction));
    }
    Instruction &branch = *block->getTerminator();
    if (branch.getNumSuccessors() == 0)
      return End::Returned;
    BasicBlock *next = visits[block] > MostVisits ? nullptr : knownSuccessor(branch);
    from = block;
    if (!next) {
      const auto *node = post_dominators.getNode(block);
      BasicBlock *join = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
      const End found = explore(*block, join);
      if (found != End::Reached)
        return found;
      next = join;
      from = nullptr;
    }
    block = next;
  }
}

bool PartialRun::run() {
  visits.clear();
  steps = 0;
  return walk(nullptr, &function.getEntryBlock(), nullptr) == End::Returned;
}

} // namespace weft
