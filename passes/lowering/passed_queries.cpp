// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   f(x) { ... get_global_id(0) ... }        f(x, id) { ... id ... }
//   g() { f(1) }                        ->   g() { f(1, get_global_id(0)) }
//
// Only the kernel knows the ids of its work-items, so functions that ask for them are inlined. A
// large one gets them as parameters instead, and may stay a call.
#include "passes/lowering/steps.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/InstIterator.h"

namespace weft {
namespace {

// A work-item function and the dimension that it is asked for, null if it takes none.
using Query = std::pair<llvm::Function *, llvm::ConstantInt *>;
using Queries = llvm::MapVector<Query, llvm::SmallVector<llvm::CallInst *, 2>>;

// None if a dimension is not known before the kernel runs.
std::optional<Queries> findQueries(llvm::Function &function) {
  Queries queries;
  for (llvm::Instruction &instruction : llvm::instructions(function)) {
    auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    llvm::Function *callee = call ? call->getCalledFunction() : nullptr;
    if (!callee || !callee->isDeclaration() || !itemQuery(*callee))
      continue;
    llvm::ConstantInt *dimension = nullptr;
    if (!call->arg_empty()) {
      dimension = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(0));
      if (!dimension)
        return std::nullopt;
    }
    queries[{callee, dimension}].push_back(call);
  }
  return queries;
}

bool isOnlyCalled(const llvm::Function &function) {
  return llvm::all_of(function.uses(), [](const llvm::Use &use) {
    auto *call = llvm::dyn_cast<llvm::CallInst>(use.getUser());
    return call && call->isCallee(&use);
  });
}

// `function` with a parameter behind its own for each query; its uses are left to the caller.
llvm::Function *addParameters(llvm::Function &function, Queries &queries) {
  llvm::SmallVector<llvm::Type *> types(function.getFunctionType()->params());
  for (auto &[query, calls] : queries)
    types.push_back(query.first->getReturnType());
  auto *type = llvm::FunctionType::get(function.getReturnType(), types, /*isVarArg=*/false);
  auto *told = llvm::Function::Create(type, function.getLinkage(), function.getAddressSpace(), "",
                                      function.getParent());
  told->copyAttributesFrom(&function);
  told->copyMetadata(&function, 0);
  function.setSubprogram(nullptr);
  told->takeName(&function);
  told->splice(told->begin(), &function);
  function.deleteBody();
  for (llvm::Argument &arg : function.args()) {
    llvm::Argument *moved = told->getArg(arg.getArgNo());
    moved->takeName(&arg);
    arg.replaceAllUsesWith(moved);
  }
  unsigned parameter = function.arg_size();
  for (auto &[query, calls] : queries)
    for (llvm::Argument *arg = told->getArg(parameter++); llvm::CallInst *call : calls) {
      call->replaceAllUsesWith(arg);
      call->eraseFromParent();
    }
  return told;
}

void passTo(llvm::CallInst &call, llvm::Function &told, const Queries &queries) {
  llvm::IRBuilder<> builder(&call);
  llvm::SmallVector<llvm::Value *> args(call.args());
  for (auto &[query, calls] : queries)
    args.push_back(query.second ? builder.CreateCall(query.first, {query.second})
                                : builder.CreateCall(query.first));
  llvm::SmallVector<llvm::OperandBundleDef, 1> bundles;
  call.getOperandBundlesAsDefs(bundles);
  llvm::CallInst *passing = builder.CreateCall(&told, args, bundles);
  passing->takeName(&call);
  passing->setCallingConv(call.getCallingConv());
  passing->setAttributes(call.getAttributes());
  passing->copyMetadata(call);
  call.replaceAllUsesWith(passing);
  call.eraseFromParent();
}

} // namespace

llvm::Function *passQueries(llvm::Function &function) {
  if (function.isVarArg() || !isOnlyCalled(function))
    return nullptr;
  std::optional<Queries> queries = findQueries(function);
  if (!queries)
    return nullptr;
  llvm::Function *told = addParameters(function, *queries);
  for (llvm::User *user : llvm::make_early_inc_range(function.users()))
    passTo(*llvm::cast<llvm::CallInst>(user), *told, *queries);
  return told;
}

} // namespace weft
