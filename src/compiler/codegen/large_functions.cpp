// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/codegen/large_functions.h"

#include "passes/budget.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

namespace weft {

LargeFunctionGate::LargeFunctionGate(llvm::Module &program)
    : context(program.getContext()), before(context.getOptPassGate()) {
  for (const llvm::Function &function : program)
    if (budget::hasBlockBeyond(function, budget::LongestBlockToPrepare))
      large.insert(("function (" + function.getName() + ")").str());
  context.setOptPassGate(*this);
}

LargeFunctionGate::~LargeFunctionGate() { context.setOptPassGate(before); }

bool LargeFunctionGate::shouldRunPass(llvm::StringRef pass, llvm::StringRef what) const {
  return pass != "codegenprepare" || !large.contains(what);
}

} // namespace weft
