// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Removes declarations of `noalias` scopes.
//
//   call void @llvm.experimental.noalias.scope.decl(metadata !4)     =>     (nothing)
//
// Requires    Scopes hold for all work-items of a launch, as those of kernel parameters do.
// Guarantees  Nothing else changes; accesses keep their scopes.
// Why         The inliner declares the scope of a restrict parameter where it inlines. A
//             declaration counts as an access to memory, which is not marked parallel and so keeps
//             loops from being vectorised. It is meant for copies of loops.
#ifndef WEFT_PASSES_TRANSFORMS_SCOPE_DECLARATIONS_H
#define WEFT_PASSES_TRANSFORMS_SCOPE_DECLARATIONS_H

#include "llvm/IR/PassManager.h"

namespace weft {

struct DropScopeDeclarationsPass : llvm::PassInfoMixin<DropScopeDeclarationsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft
#endif
