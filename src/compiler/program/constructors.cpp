// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/program/constructors.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"

namespace weft {
namespace {

// The lists of LLVM, and the kernels that are made of them: names that programs cannot have
// (reserved_names.h).
struct Kind {
  llvm::StringLiteral list, kernel;
};
constexpr Kind Constructors = {"llvm.global_ctors", "__weft_constructors"};
constexpr Kind Destructors = {"llvm.global_dtors", "__weft_destructors"};

struct Entry {
  uint64_t priority = 0;
  llvm::Function *function = nullptr; // null: not one that can be called
};

llvm::SmallVector<Entry> listed(const llvm::Module &program, llvm::StringRef name) {
  llvm::SmallVector<Entry> all;
  const llvm::GlobalVariable *list = program.getNamedGlobal(name);
  if (!list || !list->hasInitializer())
    return all;
  for (const llvm::Use &operand : list->getInitializer()->operands()) {
    Entry &made = all.emplace_back();
    auto *entry = llvm::dyn_cast<llvm::ConstantStruct>(operand.get());
    if (!entry || entry->getNumOperands() < 2)
      continue;
    auto *priority = llvm::dyn_cast<llvm::ConstantInt>(entry->getOperand(0));
    auto *function = llvm::dyn_cast<llvm::Function>(entry->getOperand(1)->stripPointerCasts());
    if (!priority || !function || function->isDeclaration() || function->arg_size() ||
        function->isVarArg() || !function->getReturnType()->isVoidTy())
      continue;
    made = {priority->getZExtValue(), function};
  }
  return all;
}

bool areSound(const llvm::Module &program, const Kind &kind) {
  return llvm::all_of(listed(program, kind.list),
                      [](const Entry &entry) { return entry.function != nullptr; });
}

void gather(llvm::Module &program, const Kind &kind) {
  llvm::SmallVector<Entry> entries = listed(program, kind.list);
  if (llvm::GlobalVariable *list = program.getNamedGlobal(kind.list))
    list->eraseFromParent();
  if (entries.empty())
    return;
  llvm::stable_sort(entries,
                    [](const Entry &a, const Entry &b) { return a.priority < b.priority; });
  llvm::LLVMContext &context = program.getContext();
  auto *kernel =
      llvm::Function::Create(llvm::FunctionType::get(llvm::Type::getVoidTy(context), false),
                             llvm::GlobalValue::ExternalLinkage, kind.kernel, program);
  kernel->setCallingConv(llvm::CallingConv::SPIR_KERNEL);
  kernel->setAttributes(kernel->getAttributes().addFnAttributes(
      context, llvm::AttrBuilder(context, entries.front().function->getAttributes().getFnAttrs())));
  kernel->removeFnAttr(llvm::Attribute::NoInline);
  kernel->addFnAttr("uniform-work-group-size", "true");
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", kernel));
  for (const Entry &entry : entries) {
    llvm::CallInst *call = builder.CreateCall(entry.function->getFunctionType(), entry.function);
    call->setCallingConv(entry.function->getCallingConv());
  }
  builder.CreateRetVoid();
}

void setApart(Artifact &artifact, const Kind &kind, std::vector<KernelInfo> &to, Log &log) {
  auto found = llvm::find_if(artifact.kernels,
                             [&](const KernelInfo &kernel) { return kernel.name == kind.kernel; });
  if (found == artifact.kernels.end())
    return;
  if (!found->args.empty())
    log.error("damaged program: constructors with arguments");
  if (found->enqueues)
    log.error("objects whose constructors enqueue kernels are not supported");
  to.push_back(std::move(*found));
  artifact.kernels.erase(found);
}

} // namespace

bool constructorsAreSound(const llvm::Module &program) {
  return areSound(program, Constructors) && areSound(program, Destructors);
}

void gatherConstructors(llvm::Module &program) {
  gather(program, Constructors);
  gather(program, Destructors);
}

void setConstructorsApart(Artifact &artifact, Log &log) {
  setApart(artifact, Constructors, artifact.constructors, log);
  setApart(artifact, Destructors, artifact.destructors, log);
}

} // namespace weft
