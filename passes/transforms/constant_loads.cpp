// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/transforms/constant_loads.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"

namespace weft {
namespace {

constexpr llvm::StringLiteral SameItems = "weft.same.items";

bool isConstantVector(const llvm::LoadInst &load) {
  return load.isSimple() && load.getType()->isVectorTy() &&
         load.hasMetadata(llvm::LLVMContext::MD_invariant_load);
}

// Whether the load is of a table's beginning and a known number of bytes on. Elsewhere it may be
// just this place that the branch asks about: where it does not hold, the vector would not lie
// where the work-items load.
bool isAtKnownPlace(const llvm::LoadInst &load) {
  const llvm::Value *pointer = load.getPointerOperand();
  const llvm::DataLayout &layout = load.getDataLayout();
  llvm::APInt offset(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
  const llvm::Value *table =
      pointer->stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true);
  const auto *loaded = llvm::dyn_cast<llvm::LoadInst>(table);
  return llvm::isa<llvm::Argument>(table) ||
         (loaded && loaded->hasMetadata(llvm::LLVMContext::MD_invariant_load));
}

// Those that are executed whenever the block is.
bool hoistLoads(llvm::BasicBlock &block, llvm::BranchInst &branch, const llvm::Loop &loop) {
  bool changed = false;
  for (llvm::Instruction &instruction : llvm::make_early_inc_range(block)) {
    auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
    if (load && isConstantVector(*load) && isAtKnownPlace(*load) &&
        loop.isLoopInvariant(load->getPointerOperand())) {
      load->moveBefore(branch.getIterator());
      changed = true;
    } else if (!llvm::isGuaranteedToTransferExecutionToSuccessor(&instruction)) {
      break;
    }
  }
  return changed;
}

} // namespace

void markSameItems(llvm::BranchInst &branch) {
  branch.setMetadata(SameItems, llvm::MDNode::get(branch.getContext(), {}));
}

llvm::PreservedAnalyses HoistConstantLoadsPass::run(llvm::Function &function,
                                                    llvm::FunctionAnalysisManager &analyses) {
  const auto marked = [](llvm::BasicBlock &block) {
    return block.getTerminator()->hasMetadata(SameItems);
  };
  if (llvm::none_of(function, marked))
    return llvm::PreservedAnalyses::all();
  const llvm::LoopInfo &loops = analyses.getResult<llvm::LoopAnalysis>(function);
  bool changed = false;
  for (llvm::BasicBlock &block : llvm::make_filter_range(function, marked)) {
    auto *branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
    const llvm::Loop *loop = loops.getLoopFor(&block);
    if (!branch || !loop)
      continue;
    for (llvm::BasicBlock *side : branch->successors())
      if (side->getSinglePredecessor() == &block)
        changed |= hoistLoads(*side, *branch, *loop);
  }
  return changed ? llvm::PreservedAnalyses::allInSet<llvm::CFGAnalyses>()
                 : llvm::PreservedAnalyses::all();
}

} // namespace weft
