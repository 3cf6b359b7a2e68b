// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/transforms/unswitch.h"

#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Scalar/SimpleLoopUnswitch.h"

namespace weft {

llvm::PreservedAnalyses UnswitchExpectationsPass::run(llvm::Loop &loop,
                                                      llvm::LoopAnalysisManager &analyses,
                                                      llvm::LoopStandardAnalysisResults &results,
                                                      llvm::LPMUpdater &updater) {
  bool found = llvm::any_of(loop.blocks(), [&](const llvm::BasicBlock *block) {
    auto *branch = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator());
    return branch && branch->isConditional() && branch->getMetadata(llvm::LLVMContext::MD_prof) &&
           !llvm::isa<llvm::Constant>(branch->getCondition()) &&
           loop.isLoopInvariant(branch->getCondition());
  });
  return found ? llvm::SimpleLoopUnswitchPass(/*NonTrivial=*/true)
                     .run(loop, analyses, results, updater)
               : llvm::PreservedAnalyses::all();
}

} // namespace weft
