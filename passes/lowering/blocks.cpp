// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lowering/blocks.h"

#include "passes/lowering/steps.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"

namespace weft {
namespace {

constexpr llvm::StringLiteral BlockKernel = "weft-block-kernel";

bool isCalled(const llvm::Use &use) {
  auto *call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
  return call && call->isCallee(&use);
}

// Puts `address`, a pointer to whatever, in place of the function's own, but where it is called.
void replaceAddress(llvm::Function &function, llvm::Constant &address) {
  llvm::SmallVector<llvm::Constant *, 4> casts;
  for (llvm::Use &use : llvm::make_early_inc_range(function.uses())) {
    if (isCalled(use))
      continue;
    auto *constant = llvm::dyn_cast<llvm::Constant>(use.getUser());
    if (!constant)
      use.set(llvm::ConstantExpr::getPointerBitCastOrAddrSpaceCast(&address, function.getType()));
    else if (!llvm::isa<llvm::GlobalValue>(constant) && !llvm::is_contained(casts, constant))
      casts.push_back(constant);
  }
  for (llvm::Constant *cast : casts)
    if (auto *expression = llvm::dyn_cast<llvm::ConstantExpr>(cast);
        expression && expression->isCast() && expression->getType()->isPointerTy())
      expression->replaceAllUsesWith(
          llvm::ConstantExpr::getPointerBitCastOrAddrSpaceCast(&address, expression->getType()));
    else
      cast->handleOperandChange(&function, llvm::ConstantExpr::getPointerBitCastOrAddrSpaceCast(
                                               &address, function.getType()));
  function.removeDeadConstantUsers();
}

llvm::Constant &nameOf(const llvm::Function &kernel) {
  llvm::Module &program = *const_cast<llvm::Module *>(kernel.getParent());
  llvm::Constant *text = llvm::ConstantDataArray::getString(program.getContext(), kernel.getName());
  auto *variable = new llvm::GlobalVariable(
      program, text->getType(), /*isConstant=*/true, llvm::GlobalValue::InternalLinkage, text,
      "__weft_name." + kernel.getName(), nullptr, llvm::GlobalValue::NotThreadLocal,
      AddressSpace::Constant);
  variable->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
  variable->setAlignment(llvm::Align(1));
  return *variable;
}

// Clang's name for the function of a block: __f_block_invoke, __f_block_invoke_2 within a function
// f, v_block_invoke for a block that is the value of a variable v of the program.
bool isBlockFunction(const llvm::Function &function) {
  return function.hasLocalLinkage() && function.getName().contains("_block_invoke") &&
         !isBlockKernel(function);
}

} // namespace

bool isBlockKernel(const llvm::Function &function) { return function.hasFnAttribute(BlockKernel); }

void markBlockKernels(llvm::Module &module) {
  for (llvm::Function &function : module) {
    // Clang describes the arguments of all others.
    if (function.isDeclaration() || function.getCallingConv() != llvm::CallingConv::SPIR_KERNEL ||
        function.hasMetadata("kernel_arg_addr_space") || function.arg_empty())
      continue;
    function.addFnAttr(BlockKernel);
    function.setLinkage(llvm::GlobalValue::InternalLinkage);
    // The launch's own copy of the literal, which nothing else points to and nobody changes.
    llvm::AttrBuilder attributes(module.getContext());
    attributes.addAttribute(llvm::Attribute::NoAlias).addAttribute(llvm::Attribute::ReadOnly);
    attributes.addAttribute(llvm::Attribute::NonNull).addAttribute(llvm::Attribute::NoUndef);
    attributes.addAlignmentAttr(llvm::Align(8));
    function.getArg(0)->addAttrs(attributes);
  }
}

void nameBlockKernels(llvm::Module &program) {
  // A block that is handed on is called by its address.
  llvm::DenseSet<llvm::FunctionType *> called;
  for (llvm::Function &function : program)
    for (llvm::Instruction &instruction : llvm::instructions(function))
      if (auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction); call && call->isIndirectCall())
        called.insert(call->getFunctionType());
  for (llvm::Function &function : program) {
    if (isBlockKernel(function)) {
      function.setLinkage(llvm::GlobalValue::ExternalLinkage);
      if (!function.use_empty())
        replaceAddress(function, nameOf(function));
    } else if (isBlockFunction(function) && !called.contains(function.getFunctionType())) {
      replaceAddress(function, *llvm::ConstantPointerNull::get(function.getType()));
    }
  }
}

bool isChildrenQuery(const llvm::Function &function) {
  return function.isDeclaration() && function.getName() == "__weft_children";
}

void lowerChildren(llvm::Function &item) {
  for (llvm::Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(item))) {
    auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (!call)
      continue;
    llvm::Value *callee = call->getCalledOperand();
    if (auto *function = llvm::dyn_cast<llvm::Function>(callee)) {
      if (!isChildrenQuery(*function))
        continue;
      item.addFnAttr(EnqueuesKernels);
      llvm::IRBuilder<> builder(call);
      call->replaceAllUsesWith(loadField(builder, item.getArg(ItemParam::Thread),
                                         offsetof(weft_thread, children), call->getType(),
                                         "children"));
      call->eraseFromParent();
    } else if (callee->getType()->isPointerTy() &&
               callee->getType()->getPointerAddressSpace() != AddressSpace::Private) {
      // A function pointer of the library's is generic, as all pointers of its language are.
      llvm::IRBuilder<> builder(call);
      call->setCalledOperand(builder.CreateAddrSpaceCast(callee, builder.getPtrTy()));
    }
  }
}

} // namespace weft
