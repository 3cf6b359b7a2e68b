// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/transforms/thread_local_atomics.h"

#include "passes/analysis/thread_local_memory.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"

namespace weft {
namespace {

// A load and a store around `change`. Still atomic, which costs nothing, so that a loop that waits
// for another value reads each time.
template <typename Change>
llvm::Value *exchange(llvm::IRBuilder<> &builder, const llvm::Instruction &operation,
                      llvm::Value *pointer, llvm::Type *type, llvm::Align align, Change change) {
  llvm::LoadInst *old = builder.CreateAlignedLoad(type, pointer, align);
  llvm::StoreInst *store = builder.CreateAlignedStore(change(old), pointer, align);
  old->setAAMetadata(operation.getAAMetadata());
  store->setAAMetadata(operation.getAAMetadata());
  old->setVolatile(operation.isVolatile());
  store->setVolatile(operation.isVolatile());
  old->setAtomic(llvm::AtomicOrdering::Monotonic, llvm::SyncScope::SingleThread);
  store->setAtomic(llvm::AtomicOrdering::Monotonic, llvm::SyncScope::SingleThread);
  return old;
}

void lower(llvm::AtomicRMWInst &operation) {
  llvm::IRBuilder<> builder(&operation);
  auto change = [&](llvm::Value *old) {
    return llvm::buildAtomicRMWValue(operation.getOperation(), builder, old,
                                     operation.getValOperand());
  };
  operation.replaceAllUsesWith(exchange(builder, operation, operation.getPointerOperand(),
                                        operation.getType(), operation.getAlign(), change));
  operation.eraseFromParent();
}

void lower(llvm::AtomicCmpXchgInst &operation) {
  llvm::IRBuilder<> builder(&operation);
  llvm::Value *equal = nullptr;
  auto change = [&](llvm::Value *old) {
    equal = builder.CreateICmpEQ(old, operation.getCompareOperand());
    return builder.CreateSelect(equal, operation.getNewValOperand(), old);
  };
  llvm::Value *old =
      exchange(builder, operation, operation.getPointerOperand(),
               operation.getNewValOperand()->getType(), operation.getAlign(), change);
  llvm::Value *pair = llvm::PoisonValue::get(operation.getType());
  pair = builder.CreateInsertValue(builder.CreateInsertValue(pair, old, 0), equal, 1);
  operation.replaceAllUsesWith(pair);
  operation.eraseFromParent();
}

} // namespace

llvm::PreservedAnalyses LowerThreadLocalAtomicsPass::run(llvm::Function &function,
                                                         llvm::FunctionAnalysisManager &) {
  for (llvm::Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    if (auto *operation = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
      if (isThreadLocal(*operation))
        lower(*operation);
    } else if (auto *exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
      if (isThreadLocal(exchange->getSyncScopeID(), exchange->getPointerAddressSpace()))
        lower(*exchange);
    }
  }
  return llvm::PreservedAnalyses::none();
}

} // namespace weft
