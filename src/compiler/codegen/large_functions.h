// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Leaves passes of LLVM's code generator out of functions with very long blocks
// (passes/budget.h), for which their time grows with the square of the size.
#ifndef WEFT_COMPILER_CODEGEN_LARGE_FUNCTIONS_H
#define WEFT_COMPILER_CODEGEN_LARGE_FUNCTIONS_H

#include "llvm/ADT/StringSet.h"
#include "llvm/IR/OptBisect.h"

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace weft {

// Guarantees: while it lives, code generated in the context of `program` skips those passes for the
// functions that were large when it was made. The context is this thread's alone.
class LargeFunctionGate final : public llvm::OptPassGate {
public:
  explicit LargeFunctionGate(llvm::Module &program);
  ~LargeFunctionGate() override;
  LargeFunctionGate(const LargeFunctionGate &) = delete;
  LargeFunctionGate &operator=(const LargeFunctionGate &) = delete;

  bool isEnabled() const override { return !large.empty(); }
  bool shouldRunPass(llvm::StringRef pass, llvm::StringRef what) const override;

private:
  llvm::LLVMContext &context;
  llvm::OptPassGate &before;
  llvm::StringSet<> large; // as passes describe them
};

} // namespace weft
#endif
