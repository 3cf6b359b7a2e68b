// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/emitters/parallel_accesses.h"

#include "passes/address_space.h"

#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"

namespace weft {
namespace {

// Whether an address may lead to one of the region's own allocas, which all turns of the loop
// share.
class SharedMemory {
public:
  explicit SharedMemory(llvm::Function &region) {
    for (llvm::Instruction &instruction : llvm::instructions(region))
      if (llvm::isa<llvm::AllocaInst>(instruction))
        escapes |= llvm::PointerMayBeCaptured(&instruction, /*ReturnCaptures=*/false);
  }

  bool mayHold(const llvm::Value *pointer) const {
    llvm::SmallVector<const llvm::Value *, 4> objects;
    llvm::getUnderlyingObjects(pointer, objects, nullptr, /*MaxLookup=*/0);
    return llvm::any_of(objects, [&](const llvm::Value *object) {
      if (llvm::isa<llvm::AllocaInst>(object))
        return true;
      // An address out of memory or of a computation; global, constant and local ones are named so.
      return escapes && llvm::isa<llvm::Instruction>(object) &&
             mayLeadToPrivate(object->getType()->getPointerAddressSpace());
    });
  }

private:
  bool escapes = false; // some alloca's address is kept where it cannot be followed
};

} // namespace

llvm::MDNode *markParallel(llvm::Function &region) {
  llvm::MDNode *group = llvm::MDNode::getDistinct(region.getContext(), {});
  SharedMemory shared(region);
  for (llvm::Instruction &instruction : llvm::instructions(region)) {
    if (!instruction.mayReadOrWriteMemory())
      continue;
    if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
      if (llvm::any_of(call->args(), [&](llvm::Value *arg) {
            return arg->getType()->isPointerTy() && shared.mayHold(arg);
          }))
        continue;
    } else if (const llvm::Value *pointer = llvm::getLoadStorePointerOperand(&instruction);
               pointer && shared.mayHold(pointer)) {
      continue;
    }
    instruction.setMetadata(llvm::LLVMContext::MD_access_group, group);
  }
  return group;
}

} // namespace weft
