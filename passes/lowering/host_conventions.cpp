// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lowering/steps.h"

#include "llvm/IR/InstIterator.h"

namespace weft {
namespace {

void adoptCalls(llvm::Function &function) {
  for (llvm::Instruction &instruction : llvm::instructions(function))
    if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
      call->setCallingConv(llvm::CallingConv::C);
      call->removeFnAttr(llvm::Attribute::Convergent);
    }
}

void adoptFunction(llvm::Function &function) {
  function.setCallingConv(llvm::CallingConv::C);
  function.removeFnAttr(llvm::Attribute::Convergent);
  // The library may have been built for another processor than the one that code is made for.
  for (const char *attribute : {"target-cpu", "target-features", "tune-cpu"})
    function.removeFnAttr(attribute);
  // A kernel cannot be told from another function by its attributes alone, and no part of it can
  // be left as it is.
  if (function.hasOptNone()) {
    function.removeFnAttr(llvm::Attribute::OptimizeNone);
    function.removeFnAttr(llvm::Attribute::NoInline);
  }
}

// A function of the program's own that is called `floorf` or `memcpy` is none of the C library's,
// which is what LLVM would take it for now that the target has a C library.
void hideName(llvm::GlobalValue &value) {
  llvm::StringRef name = value.getName();
  if (value.isDeclaration() || name.starts_with("_Z") || name.contains("weft") ||
      name.contains('.'))
    return;
  value.setName(name + ProgramSuffix);
}

} // namespace

std::vector<llvm::Function *> adoptHostConventions(llvm::Module &module) {
  std::vector<llvm::Function *> kernels;
  for (llvm::Function &function : module) {
    if (function.isIntrinsic())
      continue;
    if (!function.isDeclaration() && function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL)
      kernels.push_back(&function);
    else
      hideName(function);
    adoptFunction(function);
    adoptCalls(function);
  }
  for (llvm::GlobalVariable &variable : module.globals())
    hideName(variable);
  return kernels;
}

} // namespace weft
