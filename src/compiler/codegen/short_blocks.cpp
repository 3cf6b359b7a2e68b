// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/codegen/short_blocks.h"

#include "passes/budget.h"

#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Pass.h"

#include <memory>

namespace weft {
namespace {

bool mayBeginPart(const llvm::Instruction &instruction) {
  return !llvm::isa<llvm::PHINode, llvm::AllocaInst>(instruction) && !instruction.isEHPad() &&
         !instruction.isTerminator();
}

// Where parts of the block begin, the last one first, so that none is moved twice.
llvm::SmallVector<llvm::Instruction *, 32> findCuts(llvm::BasicBlock &block) {
  llvm::SmallVector<llvm::Instruction *, 32> cuts;
  size_t part = 0, left = block.size();
  for (llvm::Instruction &instruction : block) {
    if (llvm::isa<llvm::AllocaInst>(instruction))
      cuts.clear();
    if (part >= budget::PartOfLongBlock && left >= budget::PartOfLongBlock / 2 &&
        mayBeginPart(instruction)) {
      cuts.push_back(&instruction);
      part = 0;
    }
    ++part;
    --left;
  }
  std::reverse(cuts.begin(), cuts.end());
  return cuts;
}

struct CutLongBlocks : llvm::FunctionPass {
  CutLongBlocks() : FunctionPass(ID) {}
  bool runOnFunction(llvm::Function &function) override { return cutLongBlocks(function); }
  llvm::StringRef getPassName() const override { return "Cutting of long blocks"; }
  static char ID;
};
char CutLongBlocks::ID = 0;

} // namespace

bool cutLongBlocks(llvm::Function &function) {
  bool changed = false;
  for (llvm::BasicBlock &block : llvm::make_early_inc_range(function)) {
    if (block.size() <= budget::LongestBlockToSelect)
      continue;
    for (llvm::Instruction *first : findCuts(block)) {
      block.splitBasicBlock(first, block.getName());
      changed = true;
    }
  }
  return changed;
}

void addBlockCutting(llvm::TargetPassConfig &passes) {
  // The last pass that joins blocks, and one that leaves no analysis to be kept. LLVM does not say
  // its number.
  const std::unique_ptr<llvm::FunctionPass> last(llvm::createCodeGenPrepareLegacyPass());
  passes.insertPass(last->getPassID(), new CutLongBlocks);
}

} // namespace weft
