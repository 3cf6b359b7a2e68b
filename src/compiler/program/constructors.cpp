// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/program/constructors.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"

namespace weft {
namespace {

// Sources cannot have a function of this name (source_check.cpp).
constexpr llvm::StringLiteral KernelName = "__weft_constructors";

struct Constructor {
  uint64_t priority = 0;
  llvm::Function *function = nullptr; // null: not one that can be called
};

llvm::SmallVector<Constructor> listed(const llvm::Module &program) {
  llvm::SmallVector<Constructor> all;
  const llvm::GlobalVariable *list = program.getNamedGlobal("llvm.global_ctors");
  if (!list || !list->hasInitializer())
    return all;
  for (const llvm::Use &operand : list->getInitializer()->operands()) {
    Constructor &constructor = all.emplace_back();
    auto *entry = llvm::dyn_cast<llvm::ConstantStruct>(operand.get());
    if (!entry || entry->getNumOperands() < 2)
      continue;
    auto *priority = llvm::dyn_cast<llvm::ConstantInt>(entry->getOperand(0));
    auto *function = llvm::dyn_cast<llvm::Function>(entry->getOperand(1)->stripPointerCasts());
    if (!priority || !function || function->isDeclaration() || function->arg_size() ||
        function->isVarArg() || !function->getReturnType()->isVoidTy())
      continue;
    constructor = {priority->getZExtValue(), function};
  }
  return all;
}

} // namespace

bool constructorsAreSound(const llvm::Module &program) {
  return llvm::all_of(listed(program), [](const Constructor &c) { return c.function != nullptr; });
}

void gatherConstructors(llvm::Module &program) {
  llvm::SmallVector<Constructor> constructors = listed(program);
  if (llvm::GlobalVariable *list = program.getNamedGlobal("llvm.global_ctors"))
    list->eraseFromParent();
  if (constructors.empty())
    return;
  llvm::stable_sort(constructors, [](const Constructor &a, const Constructor &b) {
    return a.priority < b.priority;
  });
  llvm::LLVMContext &context = program.getContext();
  auto *kernel =
      llvm::Function::Create(llvm::FunctionType::get(llvm::Type::getVoidTy(context), false),
                             llvm::GlobalValue::ExternalLinkage, KernelName, program);
  kernel->setCallingConv(llvm::CallingConv::SPIR_KERNEL);
  kernel->setAttributes(kernel->getAttributes().addFnAttributes(
      context,
      llvm::AttrBuilder(context, constructors.front().function->getAttributes().getFnAttrs())));
  kernel->removeFnAttr(llvm::Attribute::NoInline);
  kernel->addFnAttr("uniform-work-group-size", "true");
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", kernel));
  for (const Constructor &constructor : constructors) {
    llvm::CallInst *call =
        builder.CreateCall(constructor.function->getFunctionType(), constructor.function);
    call->setCallingConv(constructor.function->getCallingConv());
  }
  builder.CreateRetVoid();
}

void setConstructorsApart(Artifact &artifact, Log &log) {
  auto found = llvm::find_if(artifact.kernels,
                             [](const KernelInfo &kernel) { return kernel.name == KernelName; });
  if (found == artifact.kernels.end())
    return;
  if (!found->args.empty())
    log.error("damaged program: constructors with arguments");
  if (found->enqueues)
    log.error("objects whose constructors enqueue kernels are not supported");
  artifact.constructors.push_back(std::move(*found));
  artifact.kernels.erase(found);
}

} // namespace weft
