// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes the mark `parallel` from loops in which LLVM's loop vectoriser would break the order within
// an iteration.
//
//   a[8 * i] = x              y.. = gather a[8 * i + k..]
//   y = a[8 * i + k]    ->    a[8 * i ..] = x..              what LLVM would make of it
//
// Iterations of a loop over work-items may run in any order, but within one a load sees the stores
// before it. LLVM forgets that where it joins strided accesses, which moves stores down and loads
// up. Without the mark it looks at the dependences itself.
#include "compiler/llvm_patches/rewrites.h"

#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/LoopIterator.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

namespace weft {
namespace {

// An iteration with more accesses is not looked at pair by pair.
constexpr size_t MostAccesses = 256;

struct Access {
  llvm::Instruction *instruction;
  llvm::MemoryLocation location;
  bool may_join_group;
};

// Only accesses a constant number of elements apart are gathered; those of one element stay as they
// are. What scalar evolution cannot tell here the vectoriser may still find out.
bool mayJoinGroup(llvm::Instruction &access, llvm::Loop &loop, llvm::ScalarEvolution &evolution) {
  llvm::Value *pointer = llvm::getLoadStorePointerOperand(&access);
  const llvm::SCEV *address = evolution.getSCEV(pointer);
  if (evolution.isLoopInvariant(address, &loop))
    return false;
  auto *recurrence = llvm::dyn_cast<llvm::SCEVAddRecExpr>(address);
  if (!recurrence || recurrence->getLoop() != &loop || !recurrence->isAffine())
    return true;
  auto *step = llvm::dyn_cast<llvm::SCEVConstant>(recurrence->getStepRecurrence(evolution));
  if (!step)
    return true;
  llvm::TypeSize size = access.getDataLayout().getTypeAllocSize(llvm::getLoadStoreType(&access));
  return step->getAPInt().abs() != size.getFixedValue();
}

bool orderMatters(llvm::ArrayRef<Access> accesses, llvm::AAResults &aliases) {
  if (accesses.size() > MostAccesses)
    return true;
  llvm::BatchAAResults batch(aliases);
  for (size_t i = 0; i < accesses.size(); ++i) {
    if (!llvm::isa<llvm::StoreInst>(accesses[i].instruction))
      continue;
    for (const Access &later : accesses.drop_front(i + 1))
      if ((accesses[i].may_join_group || later.may_join_group) &&
          !batch.isNoAlias(accesses[i].location, later.location))
        return true;
  }
  return false;
}

} // namespace

void keepIterationOrder(llvm::Function &function, llvm::FunctionAnalysisManager &analyses) {
  auto &loops = analyses.getResult<llvm::LoopAnalysis>(function);
  for (llvm::Loop *loop : loops.getLoopsInPreorder()) {
    // Some over work-items are kept from the vectoriser already.
    if (!loop->isInnermost() || llvm::hasDisableAllTransformsHint(loop) ||
        !loop->isAnnotatedParallel())
      continue;
    auto &aliases = analyses.getResult<llvm::AAManager>(function);
    auto &evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
    llvm::SmallVector<Access, 32> accesses;
    llvm::LoopBlocksRPO order(loop);
    order.perform(&loops);
    for (llvm::BasicBlock *block : order)
      for (llvm::Instruction &instruction : *block)
        if (llvm::getLoadStorePointerOperand(&instruction))
          accesses.push_back({&instruction, llvm::MemoryLocation::get(&instruction),
                              mayJoinGroup(instruction, *loop, evolution)});
    if (orderMatters(accesses, aliases))
      for (const Access &access : accesses)
        access.instruction->setMetadata(llvm::LLVMContext::MD_access_group, nullptr);
  }
}

} // namespace weft
