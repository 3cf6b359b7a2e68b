// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/transforms/row_loads.h"

#include "passes/address_space.h"
#include "passes/analysis/argument_expressions.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace weft {
namespace {

bool isRowLoad(const Instruction &instruction) {
  auto *load = dyn_cast<LoadInst>(&instruction);
  return load && load->isSimple() && !mayLeadToPrivate(load->getPointerAddressSpace()) &&
         isOfArguments(load->getPointerOperand(), SameFor::Row);
}

// Those that always run, up to what may write or what may be the end.
SmallVector<LoadInst *, 8> findRowLoads(Function &region) {
  SmallVector<LoadInst *, 8> loads;
  BasicBlock *block = &region.getEntryBlock();
  do {
    for (Instruction &instruction : *block) {
      if (isRowLoad(instruction))
        loads.push_back(cast<LoadInst>(&instruction));
      if (instruction.mayWriteToMemory() ||
          !isGuaranteedToTransferExecutionToSuccessor(&instruction))
        return loads;
    }
    block = block->getUniqueSuccessor();
  } while (block && block->getSinglePredecessor());
  return loads;
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
    if (load->getPointerAddressSpace() == AddressSpace::Constant)
      load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(region.getContext(), {}));
  }
}

} // namespace

void bringRowLoadsForward(Function &region, unsigned most) {
  SmallVector<LoadInst *, 8> loads = findRowLoads(region);
  if (loads.size() > most)
    loads.truncate(most);
  bringForward(region, loads);
}

} // namespace weft
