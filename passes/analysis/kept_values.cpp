// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/analysis/kept_values.h"

#include "llvm/IR/Metadata.h"

namespace weft {

bool isKeptOverBarrier(const llvm::LoadInst &load) {
  auto *scopes = load.getMetadata(llvm::LLVMContext::MD_alias_scope);
  return scopes && llvm::any_of(scopes->operands(), [](const llvm::MDOperand &scope) {
           auto *node = llvm::dyn_cast<llvm::MDNode>(scope);
           return node && llvm::AliasScopeNode(node).getName() == ContextScopeName;
         });
}

} // namespace weft
