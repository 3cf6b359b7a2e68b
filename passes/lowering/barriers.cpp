// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/check_marks.h"
#include "passes/lowering/steps.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"

namespace weft {
llvm::Function &barrierFunction(llvm::Module &module) {
  if (llvm::Function *known = module.getFunction(BarrierName))
    return *known;
  auto *type = llvm::FunctionType::get(llvm::Type::getVoidTy(module.getContext()), false);
  llvm::Function *barrier =
      llvm::Function::Create(type, llvm::Function::ExternalLinkage, BarrierName, module);
  // Convergent: no pass makes a barrier depend on a condition that it did not depend on.
  // Noduplicate: no pass gives one barrier two places, which regions could not tell apart.
  // No memory attribute: what other work-items wrote is seen after it.
  barrier->addFnAttr(llvm::Attribute::Convergent);
  barrier->addFnAttr(llvm::Attribute::NoDuplicate);
  barrier->addFnAttr(llvm::Attribute::NoUnwind);
  return *barrier;
}

void lowerBarriers(llvm::Module &module, bool marks_flags) {
  for (llvm::Function &source : llvm::make_early_inc_range(module)) {
    if (!source.isDeclaration() || !isSourceBarrier(source))
      continue;
    for (llvm::User *user : llvm::make_early_inc_range(source.users())) {
      auto *call = llvm::dyn_cast<llvm::CallInst>(user);
      if (!call || call->getCalledFunction() != &source)
        continue; // an address: call_graph.cpp reports it
      llvm::IRBuilder<> builder(call);
      llvm::Value *given = call->arg_size() ? call->getArgOperand(0) : nullptr;
      auto *flags = llvm::dyn_cast_or_null<llvm::ConstantInt>(given);
      if (given && !flags && marks_flags && given->getType()->isIntegerTy())
        builder.CreateCall(declareAlike(module),
                           {builder.CreateZExtOrTrunc(given, builder.getInt32Ty())});
      llvm::CallInst *barrier = builder.CreateCall(&barrierFunction(module));
      if (flags)
        barrier->setMetadata(FencesKind, llvm::MDNode::get(module.getContext(),
                                                           llvm::ConstantAsMetadata::get(flags)));
      call->eraseFromParent();
    }
    if (source.use_empty())
      source.eraseFromParent();
  }
}

void makeBarriersClobber(llvm::Function &item) {
  bool found = false;
  for (llvm::Instruction &instruction : llvm::instructions(item))
    if (isBarrier(instruction)) {
      found = true;
      instruction.setMetadata(llvm::LLVMContext::MD_noalias, nullptr);
      instruction.setMetadata(llvm::LLVMContext::MD_alias_scope, nullptr);
    }
  // Inlining has turned the attribute of the kernel's body into metadata of its loads and stores.
  // On a function that keeps a barrier the attribute itself would cover the barrier.
  if (found)
    for (unsigned i = ItemParam::FirstKernelParam; i < item.arg_size(); ++i)
      if (!item.getArg(i)->onlyReadsMemory()) // the bytes of a by-value argument are constant
        item.getArg(i)->removeAttr(llvm::Attribute::NoAlias);
}

} // namespace weft
