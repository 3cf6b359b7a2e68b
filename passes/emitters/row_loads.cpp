// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/emitters/row_loads.h"

#include "passes/address_space.h"
#include "passes/emitters/argument_expressions.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/MDBuilder.h"

using namespace llvm;

namespace weft {
namespace {

bool isRowLoad(const Instruction &instruction) {
  auto *load = dyn_cast<LoadInst>(&instruction);
  return load && load->isSimple() && !mayLeadToPrivate(load->getPointerAddressSpace()) &&
         isOfArguments(load->getPointerOperand(), SameFor::Row);
}

// The region's loads that nothing it writes comes before.
SmallVector<LoadInst *, 8> findRowLoads(Function &region) {
  SmallPtrSet<const BasicBlock *, 16> behind_writes;
  SmallVector<const BasicBlock *, 16> reached;
  for (const Instruction &instruction : instructions(region))
    if (instruction.mayWriteToMemory())
      append_range(reached, successors(instruction.getParent()));
  while (!reached.empty())
    if (const BasicBlock *block = reached.pop_back_val(); behind_writes.insert(block).second)
      append_range(reached, successors(block));
  SmallVector<LoadInst *, 8> loads;
  for (BasicBlock &block : region) {
    if (behind_writes.contains(&block))
      continue;
    for (Instruction &instruction : block) {
      if (instruction.mayWriteToMemory())
        break;
      if (isRowLoad(instruction))
        loads.push_back(cast<LoadInst>(&instruction));
    }
  }
  return loads;
}

// What runs before the first branch.
SmallPtrSet<const Instruction *, 16> findAlwaysExecuted(const Function &region) {
  SmallPtrSet<const Instruction *, 16> always;
  const BasicBlock *block = &region.getEntryBlock();
  while (block) {
    for (const Instruction &instruction : *block) {
      always.insert(&instruction);
      if (!isGuaranteedToTransferExecutionToSuccessor(&instruction))
        return always;
    }
    block = block->getUniqueSuccessor();
    if (block && !block->getSinglePredecessor())
      break;
  }
  return always;
}

void separate(Function &region, ArrayRef<LoadInst *> loads) {
  LLVMContext &context = region.getContext();
  MDBuilder builder(context);
  MDNode *domain = builder.createAnonymousAliasScopeDomain(region.getName());
  MDNode *scope = MDNode::get(context, builder.createAnonymousAliasScope(domain, "row"));
  auto add = [&](Instruction &access, unsigned kind) {
    access.setMetadata(kind, MDNode::concatenate(access.getMetadata(kind), scope));
  };
  for (LoadInst *load : loads)
    add(*load, LLVMContext::MD_alias_scope);
  for (Instruction &instruction : instructions(region))
    if (isa<StoreInst>(instruction))
      add(instruction, LLVMContext::MD_noalias);
}

// To the beginning of the region, with their addresses.
void bringForward(Function &region, ArrayRef<LoadInst *> loads) {
  BasicBlock &entry = region.getEntryBlock();
  SmallVector<Value *, 32> arguments;
  for (Argument &argument : region.args())
    arguments.push_back(&argument);
  IRBuilder<> builder(&*entry.getFirstNonPHIOrDbgOrAlloca());
  ArgumentExpressions expressions(builder, arguments);
  for (LoadInst *load : loads) {
    load->setOperand(LoadInst::getPointerOperandIndex(),
                     expressions.make(load->getPointerOperand()));
    load->moveBefore(builder.GetInsertPoint());
  }
}

} // namespace

void separateRowLoads(Function &region, unsigned most) {
  SmallVector<LoadInst *, 8> loads = findRowLoads(region);
  if (loads.empty())
    return;
  separate(region, loads);
  SmallPtrSet<const Instruction *, 16> always = findAlwaysExecuted(region);
  erase_if(loads, [&](LoadInst *load) { return !always.contains(load); });
  if (loads.size() > most)
    loads.truncate(most);
  bringForward(region, loads);
}

} // namespace weft
