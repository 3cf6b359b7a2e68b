// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/transforms/private_volatiles.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace weft {
namespace {

// The volatile loads and stores of the variable; none if its address goes where it is not followed.
SmallVector<Instruction *, 8> volatileAccesses(AllocaInst &variable) {
  SmallVector<Instruction *, 8> found, pointers{&variable};
  while (!pointers.empty()) {
    Instruction *pointer = pointers.pop_back_val();
    for (Use &use : pointer->uses()) {
      auto *by = cast<Instruction>(use.getUser());
      if (isa<GetElementPtrInst, BitCastInst, AddrSpaceCastInst>(by))
        pointers.push_back(by);
      else if (isa<LoadInst>(by) ||
               (isa<StoreInst>(by) && use.getOperandNo() == StoreInst::getPointerOperandIndex())) {
        // Not what checks read from memory for a reason (passes/check/barrier_checks.cpp).
        if (by->isVolatile() && !by->hasMetadata(LLVMContext::MD_nosanitize))
          found.push_back(by);
      } else if (!by->isLifetimeStartOrEnd())
        return {};
    }
  }
  return found;
}

} // namespace

PreservedAnalyses DropPrivateVolatilesPass::run(Function &function, FunctionAnalysisManager &) {
  bool changed = false;
  for (Instruction &instruction : instructions(function))
    if (auto *variable = dyn_cast<AllocaInst>(&instruction))
      for (Instruction *access : volatileAccesses(*variable)) {
        if (auto *load = dyn_cast<LoadInst>(access))
          load->setVolatile(false);
        else
          cast<StoreInst>(access)->setVolatile(false);
        changed = true;
      }
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses kept;
  kept.preserveSet<CFGAnalyses>();
  return kept;
}

} // namespace weft
