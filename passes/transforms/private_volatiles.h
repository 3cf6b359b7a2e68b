// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes plain variables of volatile private ones that nobody else can see.
//
//   volatile int id = get_local_id(0);  a[id]       =>   int id = get_local_id(0);  a[id]
//
// Requires    A work-item function.
// Guarantees  No access to a private variable whose address stays in the function is volatile.
// Why         Programs declare indices volatile to keep other compilers from something. Nothing but
//             the work-item reads or writes such a variable, so that nobody can tell; but an index
//             that comes from memory leads anywhere: lanes gather and scatter through it.
#ifndef WEFT_PASSES_TRANSFORMS_PRIVATE_VOLATILES_H
#define WEFT_PASSES_TRANSFORMS_PRIVATE_VOLATILES_H

#include "llvm/IR/PassManager.h"

namespace weft {

struct DropPrivateVolatilesPass : llvm::PassInfoMixin<DropPrivateVolatilesPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft
#endif
