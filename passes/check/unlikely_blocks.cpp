// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/check/unlikely_blocks.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/ProfDataUtils.h"

using namespace llvm;

namespace weft {
namespace {

constexpr uint64_t LeastRatio = 1024; // of how often a branch goes the other way

class Sink {
public:
  explicit Sink(Function &function) : function(function), dominators(function) {}

  bool run() {
    findUnlikely();
    if (begins.empty())
      return false;
    bool changed = false;
    // Users go first.
    for (BasicBlock *block : post_order(&function))
      for (Instruction &instruction : make_early_inc_range(reverse(*block)))
        if (BasicBlock *to = isMovable(instruction) ? placeOf(instruction) : nullptr) {
          instruction.moveBefore(to->getFirstInsertionPt());
          changed = true;
        }
    return changed;
  }

private:
  void findUnlikely() {
    for (BasicBlock &block : function) {
      auto *branch = dyn_cast<BranchInst>(block.getTerminator());
      uint64_t weights[2];
      if (!branch || branch->isUnconditional() ||
          !extractBranchWeights(*branch, weights[0], weights[1]))
        continue;
      for (unsigned way : {0, 1}) {
        BasicBlock *begin = branch->getSuccessor(way);
        if (weights[way] < weights[1 - way] / LeastRatio && begin->getSinglePredecessor())
          begins.insert(begin);
      }
    }
  }

  static bool isMovable(const Instruction &instruction) {
    if (instruction.mayHaveSideEffects() || instruction.isTerminator() || instruction.isEHPad() ||
        isa<PHINode, AllocaInst>(instruction) || instruction.use_empty())
      return false;
    return !instruction.mayReadFromMemory() ||
           instruction.hasMetadata(LLVMContext::MD_invariant_load);
  }

  // The first unlikely block on the way to all uses; null if there is none.
  BasicBlock *placeOf(const Instruction &instruction) const {
    BasicBlock *common = nullptr;
    for (const Use &use : instruction.uses()) {
      auto *user = cast<Instruction>(use.getUser());
      BasicBlock *at = user->getParent();
      if (auto *phi = dyn_cast<PHINode>(user))
        at = phi->getIncomingBlock(use);
      if (!dominators.isReachableFromEntry(at))
        return nullptr;
      common = common ? dominators.findNearestCommonDominator(common, at) : at;
    }
    BasicBlock *first = nullptr;
    for (auto *node = dominators.getNode(common); node->getBlock() != instruction.getParent();
         node = node->getIDom())
      if (begins.contains(node->getBlock()))
        first = node->getBlock();
    return first;
  }

  Function &function;
  const DominatorTree dominators;
  SmallPtrSet<BasicBlock *, 16> begins; // of what is hardly ever run
};

} // namespace

bool sinkIntoUnlikelyBlocks(Function &function) {
  return !function.isDeclaration() && Sink(function).run();
}

} // namespace weft
