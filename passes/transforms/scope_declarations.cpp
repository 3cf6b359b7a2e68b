// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/transforms/scope_declarations.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace weft {

PreservedAnalyses DropScopeDeclarationsPass::run(Function &function, FunctionAnalysisManager &) {
  for (Instruction &instruction : make_early_inc_range(instructions(function)))
    if (isa<NoAliasScopeDeclInst>(instruction))
      instruction.eraseFromParent();
  return PreservedAnalyses::allInSet<CFGAnalyses>();
}

} // namespace weft
