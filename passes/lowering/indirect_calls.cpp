// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   %r = call i32 %p(i32 %x)      ->      switch (%p) {
//                                         case <f>: %r1 = call i32 @f(i32 %x)
//                                         case <g>: %r2 = call i32 @g(i32 %x)
//                                         default:  unreachable }
//
// f and g: the functions of the call's type whose address the program takes, or the host may.
// Addresses become hashes of the functions' names, which parts of a program that are compiled apart
// agree on.
#include "passes/lowering/indirect_calls.h"

#include "passes/lowering/steps.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/xxhash.h"

namespace weft {
namespace {

// Of one program; beyond it calls stay what they are.
constexpr size_t MaxCases = 1 << 14;

bool isCallOf(const llvm::Use &use) {
  auto *call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
  return call && call->isCallee(&use) &&
         call->getFunctionType() == llvm::cast<llvm::Function>(use.get())->getFunctionType();
}

using Candidates =
    llvm::SmallMapVector<llvm::FunctionType *, llvm::SmallVector<llvm::Function *>, 4>;

Candidates functionsWithAddresses(llvm::Module &module) {
  Candidates taken;
  for (llvm::Function &function : module)
    if (!function.isDeclaration() &&
        (isReferencedIndirectly(function) || !llvm::all_of(function.uses(), isCallOf)))
      taken[function.getFunctionType()].push_back(&function);
  return taken;
}

llvm::ConstantInt *numberOf(const llvm::Function &function) {
  return llvm::ConstantInt::get(llvm::Type::getInt64Ty(function.getContext()),
                                pointerNumber(function));
}

void resolve(llvm::CallInst &call, llvm::ArrayRef<llvm::Function *> candidates) {
  llvm::BasicBlock *before = call.getParent();
  llvm::Function &caller = *before->getParent();
  llvm::BasicBlock *after = before->splitBasicBlock(call.getIterator());
  before->getTerminator()->eraseFromParent();
  llvm::BasicBlock *none = llvm::BasicBlock::Create(caller.getContext(), "", &caller, after);
  new llvm::UnreachableInst(caller.getContext(), none);
  llvm::IRBuilder<> builder(before);
  builder.SetCurrentDebugLocation(call.getDebugLoc());
  llvm::SwitchInst *choice =
      builder.CreateSwitch(builder.CreatePtrToInt(call.getCalledOperand(), builder.getInt64Ty()),
                           none, unsigned(candidates.size()));
  llvm::PHINode *result = nullptr;
  if (!call.getType()->isVoidTy())
    result = llvm::PHINode::Create(call.getType(), unsigned(candidates.size()), "", after->begin());
  for (llvm::Function *function : candidates) {
    llvm::BasicBlock *block = llvm::BasicBlock::Create(caller.getContext(), "", &caller, after);
    choice->addCase(numberOf(*function), block);
    auto *direct = llvm::cast<llvm::CallInst>(call.clone());
    direct->setCalledFunction(function);
    direct->setCallingConv(function->getCallingConv());
    direct->insertInto(block, block->end());
    llvm::BranchInst::Create(after, block);
    if (result)
      result->addIncoming(direct, block);
  }
  if (result)
    call.replaceAllUsesWith(result);
  call.eraseFromParent();
}

} // namespace

bool isReferencedIndirectly(const llvm::Function &function) {
  return function.hasFnAttribute(ReferencedIndirectly);
}

// Never null, which is no function's.
uint64_t pointerNumber(const llvm::Function &function) {
  uint64_t given = 0;
  const llvm::Attribute attribute = function.getFnAttribute(ReferencedIndirectly);
  if (attribute.isValid() && llvm::to_integer(attribute.getValueAsString(), given))
    return given;
  return llvm::xxh3_64bits(function.getName()) | 1;
}

void keepPointerNumber(llvm::Function &function) {
  function.addFnAttr(ReferencedIndirectly, llvm::utostr(pointerNumber(function)));
}

void resolveIndirectCalls(llvm::Module &module) {
  const Candidates taken = functionsWithAddresses(module);
  if (taken.empty())
    return;
  std::vector<llvm::CallInst *> calls;
  size_t cases = 0;
  for (llvm::Function &function : module) {
    if (isLibraryFunction(function))
      continue; // it calls what the launch lends to a kernel: functions of the driver's
    for (llvm::Instruction &instruction : llvm::instructions(function)) {
      auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      if (!call || !call->isIndirectCall() || !taken.count(call->getFunctionType()))
        continue;
      cases += taken.lookup(call->getFunctionType()).size();
      calls.push_back(call);
    }
  }
  // Pointers that come from the host are numbers, whatever their number.
  const bool by_host = llvm::any_of(module, isReferencedIndirectly);
  if (!by_host && (calls.empty() || cases > MaxCases))
    return;
  llvm::DenseSet<llvm::FunctionType *> called;
  for (llvm::CallInst *call : calls) {
    called.insert(call->getFunctionType());
    resolve(*call, taken.lookup(call->getFunctionType()));
  }
  for (const auto &[type, functions] : taken)
    for (llvm::Function *function : functions)
      if (called.contains(type) || isReferencedIndirectly(*function))
        function->replaceUsesWithIf(
            llvm::ConstantExpr::getIntToPtr(numberOf(*function), function->getType()),
            [](const llvm::Use &use) { return !isCallOf(use); });
}

} // namespace weft
