// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/emitters/conditional_division.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

namespace weft {
namespace {

bool isDivision(const llvm::Instruction &instruction) {
  auto *operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction);
  return operation && operation->isIntDivRem() &&
         !llvm::isa<llvm::Constant>(operation->getOperand(1));
}

bool dividesConditionally(const llvm::Loop &loop, const llvm::DominatorTree &dominators) {
  const llvm::BasicBlock *latch = loop.getLoopLatch();
  return llvm::any_of(loop.blocks(), [&](const llvm::BasicBlock *block) {
    return !(latch && dominators.dominates(block, latch)) && llvm::any_of(*block, isDivision);
  });
}

} // namespace

llvm::PreservedAnalyses KeepConditionalDivisionsPass::run(llvm::Function &function,
                                                          llvm::FunctionAnalysisManager &analyses) {
  auto &loops = analyses.getResult<llvm::LoopAnalysis>(function);
  auto &dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
  for (llvm::Loop *loop : loops.getLoopsInPreorder())
    if (loop->isInnermost() && dividesConditionally(*loop, dominators))
      llvm::addStringMetadataToLoop(loop, "llvm.loop.vectorize.width", 1);
  return llvm::PreservedAnalyses::all();
}

} // namespace weft
