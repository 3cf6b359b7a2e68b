// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/analysis/shape_analysis.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace weft {

ShapeInfo::ShapeInfo(Function &function, const FlowLevels &levels, const ShapeOptions &options)
    : function(function), levels(levels), options(options), layout(function.getDataLayout()) {
  run();
}

Shape ShapeInfo::shape(const Value *value) const {
  if (auto *integer = dyn_cast<ConstantInt>(value)) {
    unsigned zeros = integer->getValue().countr_zero();
    return Shape::uniform(zeros >= 32 ? Shape::MaxAlign : uint64_t(1) << zeros);
  }
  if (isa<Instruction>(value))
    return shapes.lookup(value);
  if (auto *arg = dyn_cast<Argument>(value)) {
    auto found = options.args.find(arg);
    return found == options.args.end() ? Shape::uniform() : found->second;
  }
  return Shape::uniform();
}

bool ShapeInfo::allUniform(const User &user) const {
  return all_of(user.operands(), [&](const Use &use) { return shape(use).isUniform(); });
}

void ShapeInfo::run() {
  // Optimistic: all start at Bottom and only rise.
  for (Instruction &instruction : instructions(function)) {
    worklist.push_back(&instruction);
    queued.insert(&instruction);
  }
  std::reverse(worklist.begin(), worklist.end());
  while (!worklist.empty()) {
    const Instruction *instruction = worklist.pop_back_val();
    queued.erase(instruction);
    if (auto *branch = dyn_cast<BranchInst>(instruction)) {
      if (!branch->isConditional())
        continue;
      Shape condition = shape(branch->getCondition());
      if (!condition.isBottom() && !condition.isUniform() &&
          divergent.insert(branch->getParent()).second)
        markDivergent(*branch->getParent());
      continue;
    }
    if (instruction->getType()->isVoidTy())
      continue;
    bool ready = isa<PHINode>(instruction) || all_of(instruction->operands(), [&](const Use &use) {
                   return !shape(use).isBottom();
                 });
    if (!ready)
      continue;
    Shape before = shapes.lookup(instruction);
    Shape after = before.join(transfer(*instruction));
    if (after == before)
      continue;
    shapes[instruction] = after;
    for (const User *user : instruction->users())
      if (auto *used = dyn_cast<Instruction>(user); used && queued.insert(used).second)
        worklist.push_back(used);
  }
}

void ShapeInfo::markJoin(const BasicBlock &block) {
  if (!joins.insert(&block).second)
    return;
  for (const PHINode &phi : block.phis())
    if (queued.insert(&phi).second)
      worklist.push_back(&phi);
}

// Lanes part at `block`. Follows its two ways through the level: each node is labelled with the
// last place where all lanes that come there were together; a node reached under two labels is a
// join.
void ShapeInfo::markDivergent(const BasicBlock &block) {
  FlowLevel &level = levels.levelOf(block);
  constexpr unsigned None = ~0u - 7;
  unsigned count = level.nodes.size(), start = level.numbers.lookup(&block);
  std::vector<unsigned> labels(count, None);
  unsigned back = None, exit = None;
  bool exit_joins = false;
  auto flow = [&](unsigned to, unsigned label) {
    if (to == FlowLevel::Back) {
      back = label; // one latch
    } else if (to == FlowLevel::Exit) {
      exit_joins |= exit != None && exit != label;
      exit = label;
    } else if (labels[to] == None) {
      labels[to] = label;
    } else if (labels[to] != label) {
      labels[to] = to;
      markJoin(*level.nodes[to].block);
    }
  };
  auto &succs = level.nodes[start].succs;
  for (unsigned i = 0; i < succs.size(); ++i)
    flow(succs[i], succs[i] < FlowLevel::Back ? succs[i] : count + i);
  for (unsigned n = start + 1; n < count; ++n)
    if (labels[n] != None)
      for (unsigned succ : level.nodes[n].succs)
        flow(succ, labels[n]);
  if (!level.loop)
    return;
  if (exit_joins)
    markJoin(*level.exit_block);
  if (back != None && exit != None && (exit_joins || back != exit)) {
    divergent_loops.insert(&level);
    markJoin(*level.exit_block);
  }
}

Shape ShapeInfo::transferPhi(const PHINode &phi) {
  if (joins.contains(phi.getParent())) {
    // All ways bring the same value: it does not matter which one a lane came. At a loop's exit the
    // value may still be of another iteration.
    const Value *same = phi.getIncomingValue(0);
    bool invariant = isa<Constant>(same) || isa<Argument>(same);
    for (const Value *incoming : phi.incoming_values())
      invariant &= incoming == same;
    return invariant ? shape(same) : Shape::varying();
  }
  Shape result;
  for (const Value *incoming : phi.incoming_values())
    result = result.join(shape(incoming));
  return result;
}

bool ShapeInfo::isEntryComputable(const Value *value) const {
  if (isa<Constant>(value) || isa<Argument>(value))
    return true;
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || isa<PHINode>(instruction))
    return false;
  auto [found, fresh] = entry_computable.try_emplace(value, false);
  if (!fresh)
    return found->second;
  bool result = false;
  if (auto *load = dyn_cast<LoadInst>(instruction)) {
    result = load->isSimple() && load->getParent() == &function.getEntryBlock();
    for (const Instruction *at = load->getPrevNode(); result && at; at = at->getPrevNode())
      result = !at->mayWriteToMemory() && isGuaranteedToTransferExecutionToSuccessor(at);
  } else {
    result = isa<CastInst, GetElementPtrInst>(instruction) ||
             (isa<BinaryOperator>(instruction) && !instruction->isIntDivRem());
  }
  for (const Value *operand : instruction->operands())
    result = result && isEntryComputable(operand);
  return entry_computable[value] = result;
}

void ShapeInfo::print(raw_ostream &out) const {
  out << "shapes of " << function.getName() << ", width " << options.width << "\n";
  for (const Argument &arg : function.args()) {
    out << "  ";
    arg.printAsOperand(out, false);
    out << ": ";
    shape(&arg).print(out);
    out << "\n";
  }
  for (const BasicBlock &block : function) {
    out << "  block ";
    block.printAsOperand(out, false);
    const FlowLevel &level = levels.levelOf(block);
    if (level.loop && level.nodes[0].block == &block)
      out << (isDivergent(level) ? " heads divergent loop" : " heads uniform loop");
    if (isDivergent(&block))
      out << " branches divergently";
    out << "\n";
    for (const Instruction &instruction : block) {
      if (instruction.getType()->isVoidTy())
        continue;
      out << "    ";
      instruction.printAsOperand(out, false);
      out << ": ";
      shape(&instruction).print(out);
      out << "\n";
    }
  }
  for (auto &[value, kinds] : assumed) {
    out << "  assumed: ";
    value->printAsOperand(out, false);
    out << " does not wrap between lanes\n";
  }
}

} // namespace weft
