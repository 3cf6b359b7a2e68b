// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/codegen/large_functions.h"

#include "passes/budget.h"

#include "llvm/CodeGen/Passes.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Pass.h"

#include <gtest/gtest.h>

#include <memory>

namespace weft {
namespace {

void addFunction(llvm::Module &module, llvm::StringRef name, size_t instructions) {
  llvm::IRBuilder<> builder(module.getContext());
  llvm::Function *function =
      llvm::Function::Create(llvm::FunctionType::get(builder.getVoidTy(), false),
                             llvm::GlobalValue::ExternalLinkage, name, module);
  builder.SetInsertPoint(llvm::BasicBlock::Create(module.getContext(), "entry", function));
  for (size_t i = 0; i < instructions; ++i)
    builder.CreateFence(llvm::AtomicOrdering::Acquire);
  builder.CreateRetVoid();
}

TEST(LargeFunctions, LongBlocksAreNotPreparedForTheCodeGenerator) {
  llvm::LLVMContext context;
  llvm::Module module("module", context);
  addFunction(module, "small", 10);
  addFunction(module, "large", budget::LongestBlockToPrepare + 1);
  llvm::OptPassGate &before = context.getOptPassGate();
  // What the pass itself calls itself when it asks: a new LLVM may change it.
  std::unique_ptr<llvm::FunctionPass> pass(llvm::createCodeGenPrepareLegacyPass());
  const llvm::PassInfo *info = llvm::Pass::lookupPassInfo(pass->getPassID());
  ASSERT_NE(info, nullptr);
  {
    LargeFunctionGate gate(module);
    EXPECT_EQ(&context.getOptPassGate(), &gate);
    EXPECT_TRUE(gate.isEnabled());
    EXPECT_FALSE(gate.shouldRunPass(info->getPassArgument(), "function (large)"));
    EXPECT_TRUE(gate.shouldRunPass(info->getPassArgument(), "function (small)"));
    EXPECT_TRUE(gate.shouldRunPass("mergeicmps", "function (large)"));
  }
  EXPECT_EQ(&context.getOptPassGate(), &before);
}

TEST(LargeFunctions, NothingIsAskedWhereAllAreSmall) {
  llvm::LLVMContext context;
  llvm::Module module("module", context);
  addFunction(module, "small", 10);
  EXPECT_FALSE(LargeFunctionGate(module).isEnabled());
}

} // namespace
} // namespace weft
