// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/transforms/work_item_loop_loads.h"

#include "passes/address_space.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"

namespace weft {
namespace {

constexpr llvm::StringLiteral ItemLoop = "weft.loop.items";

// Loads that one loop hands on in registers.
constexpr unsigned MostLoads = 8;

// Private memory is that of one work-item after the other. A load of local memory may be part of
// an atomic operation, made plain because one thread runs the group.
bool isOfSharedPlace(const llvm::LoadInst &load, const llvm::Loop &loop) {
  const unsigned space = load.getPointerAddressSpace();
  return load.isSimple() && (space == AddressSpace::Global || space == AddressSpace::Constant) &&
         loop.isLoopInvariant(load.getPointerOperand());
}

bool hoistLoads(const llvm::Loop &loop) {
  llvm::BasicBlock *before = loop.getLoopPreheader();
  if (!before)
    return false;
  unsigned hoisted = 0;
  llvm::BasicBlock *block = loop.getHeader();
  do {
    for (llvm::Instruction &instruction : llvm::make_early_inc_range(*block)) {
      auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
      if (load && isOfSharedPlace(*load, loop)) {
        load->moveBefore(before->getTerminator()->getIterator());
        if (++hoisted == MostLoads)
          return true;
      } else if (instruction.mayWriteToMemory() ||
                 !llvm::isGuaranteedToTransferExecutionToSuccessor(&instruction)) {
        return hoisted;
      }
    }
    block = block->getUniqueSuccessor();
  } while (block && block->getSinglePredecessor() && loop.contains(block));
  return hoisted;
}

} // namespace

llvm::MDNode *workItemLoopProperty(llvm::LLVMContext &context) {
  return llvm::MDNode::get(context, llvm::MDString::get(context, ItemLoop));
}

llvm::PreservedAnalyses HoistItemLoadsPass::run(llvm::Function &function,
                                                llvm::FunctionAnalysisManager &analyses) {
  bool changed = false;
  for (llvm::Loop *loop : analyses.getResult<llvm::LoopAnalysis>(function).getLoopsInPreorder())
    if (llvm::findOptionMDForLoop(loop, ItemLoop))
      changed |= hoistLoads(*loop);
  return changed ? llvm::PreservedAnalyses::allInSet<llvm::CFGAnalyses>()
                 : llvm::PreservedAnalyses::all();
}

} // namespace weft
