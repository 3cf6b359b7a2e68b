// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_UNIT_COMPILER_IR_PROGRAM_H
#define WEFT_TESTS_UNIT_COMPILER_IR_PROGRAM_H

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include <gtest/gtest.h>

namespace weft::test {

// A module from LLVM's assembly; empty, and the test failed, where that is wrong.
struct IrProgram {
  explicit IrProgram(const std::string &text) {
    llvm::SMDiagnostic diagnostic;
    module = llvm::parseAssemblyString(text, diagnostic, context);
    EXPECT_TRUE(module) << diagnostic.getMessage().str();
    if (!module)
      module = std::make_unique<llvm::Module>("", context);
  }
  bool valid() { return !llvm::verifyModule(*module, &llvm::errs()); }

  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;
};

} // namespace weft::test
#endif
