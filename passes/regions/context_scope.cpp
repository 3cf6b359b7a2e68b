// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/regions/context_scope.h"

#include "passes/analysis/kept_values.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/MDBuilder.h"

namespace weft {

static void append(llvm::Instruction &instruction, unsigned kind, llvm::MDNode *list) {
  instruction.setMetadata(kind, llvm::MDNode::concatenate(instruction.getMetadata(kind), list));
}

ContextScope::ContextScope(const llvm::Function &kernel) {
  llvm::LLVMContext &context = kernel.getContext();
  llvm::MDBuilder builder(context);
  llvm::MDNode *domain = builder.createAnonymousAliasScopeDomain(kernel.getName());
  scope = llvm::MDNode::get(context, builder.createAnonymousAliasScope(domain, ContextScopeName));
}

void ContextScope::add(llvm::Instruction &access) {
  append(access, llvm::LLVMContext::MD_alias_scope, scope);
  accesses.insert(&access);
}

void ContextScope::excludeOthers(llvm::Function &region) {
  if (accesses.empty())
    return;
  for (llvm::Instruction &instruction : llvm::instructions(region))
    if (llvm::isa<llvm::LoadInst, llvm::StoreInst>(instruction) && !accesses.contains(&instruction))
      append(instruction, llvm::LLVMContext::MD_noalias, scope);
}

} // namespace weft
