// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Keeps LLVM's loop vectoriser from two kinds of loops of which it makes wrong code.
//
//   if (i > k) y = a / b        if (lane 0's i > k) d = a / b      d is poison for lane 1
//                         ->    y = (i.. > k) ? broadcast d : ..   if lane 0 did not come there
//
//   a[base + 128 * (k & 3)] += b[k]   ->   a[base + 128 * k] += b[k], each iteration another
//   element
//
// The first is divided for lane 0 alone, if lane 0 comes there. The second is taken not to wrap
// without a test. Such loops are marked as not to be vectorised.
#include "compiler/llvm_patches/rewrites.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
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

// Whether an address in the loop is made of a counter of few bits, such as `k & 3`, that wraps.
bool wrapsNarrowly(const llvm::Loop &loop, llvm::ScalarEvolution &evolution) {
  constexpr unsigned FewestBits = 32; // of counters that a loop does not wrap in practice
  auto isNarrow = [&](const llvm::SCEV *part) {
    auto *cast = llvm::dyn_cast<llvm::SCEVIntegralCastExpr>(part);
    return cast && !llvm::isa<llvm::SCEVTruncateExpr>(cast) &&
           evolution.getTypeSizeInBits(cast->getOperand()->getType()) < FewestBits &&
           !evolution.isLoopInvariant(cast->getOperand(), &loop) &&
           llvm::SCEVExprContains(
               cast->getOperand(),
               [](const llvm::SCEV *of) { return llvm::isa<llvm::SCEVAddRecExpr>(of); });
  };
  for (const llvm::BasicBlock *block : loop.blocks())
    for (const llvm::Instruction &instruction : *block)
      if (const llvm::Value *pointer = llvm::getLoadStorePointerOperand(&instruction))
        if (llvm::SCEVExprContains(evolution.getSCEV(const_cast<llvm::Value *>(pointer)), isNarrow))
          return true;
  return false;
}

} // namespace

void keepLoopsScalar(llvm::Function &function, llvm::FunctionAnalysisManager &analyses) {
  auto &loops = analyses.getResult<llvm::LoopAnalysis>(function);
  auto &dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
  llvm::ScalarEvolution *evolution = nullptr;
  for (llvm::Loop *loop : loops.getLoopsInPreorder()) {
    // Those over work-items are kept from it already.
    if (!loop->isInnermost() || llvm::hasDisableAllTransformsHint(loop))
      continue;
    if (!evolution)
      evolution = &analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
    if (dividesConditionally(*loop, dominators) || wrapsNarrowly(*loop, *evolution))
      llvm::addStringMetadataToLoop(loop, "llvm.loop.vectorize.width", 1);
  }
}

} // namespace weft
