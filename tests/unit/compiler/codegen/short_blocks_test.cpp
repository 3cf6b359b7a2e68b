// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/codegen/short_blocks.h"

#include "passes/budget.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"

#include <gtest/gtest.h>

namespace weft {
namespace {

// A loop whose only block loads and adds so many times, after an alloca of the entry block.
llvm::Function *addLoop(llvm::Module &module, size_t sums) {
  llvm::IRBuilder<> builder(module.getContext());
  llvm::Type *word = builder.getInt64Ty();
  auto *type = llvm::FunctionType::get(word, {word}, false);
  auto *function = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, "loop", module);
  auto *entry = llvm::BasicBlock::Create(module.getContext(), "entry", function);
  auto *loop = llvm::BasicBlock::Create(module.getContext(), "loop", function);
  auto *end = llvm::BasicBlock::Create(module.getContext(), "end", function);
  builder.SetInsertPoint(entry);
  llvm::Value *memory = builder.CreateAlloca(word);
  builder.CreateBr(loop);
  builder.SetInsertPoint(loop);
  llvm::PHINode *sum = builder.CreatePHI(word, 2);
  sum->addIncoming(function->getArg(0), entry);
  llvm::Value *next = sum;
  for (size_t i = 0; i < sums; ++i)
    next = builder.CreateAdd(next, builder.CreateLoad(word, memory, /*isVolatile=*/true));
  sum->addIncoming(next, loop);
  builder.CreateCondBr(builder.CreateIsNull(next), loop, end);
  builder.SetInsertPoint(end);
  builder.CreateRet(next);
  return function;
}

TEST(ShortBlocks, LongBlocksAreCutIntoParts) {
  llvm::LLVMContext context;
  llvm::Module module("module", context);
  llvm::Function *function = addLoop(module, budget::LongestBlockToSelect * 3);
  const size_t before = function->getInstructionCount();
  EXPECT_TRUE(cutLongBlocks(*function));
  EXPECT_FALSE(llvm::verifyFunction(*function, &llvm::errs()));
  for (const llvm::BasicBlock &block : *function)
    EXPECT_LE(block.size(), budget::PartOfLongBlock * 3 / 2 + 1);
  EXPECT_EQ(function->getInstructionCount() - before, function->size() - 3); // branches alone
  EXPECT_TRUE(llvm::isa<llvm::AllocaInst>(function->getEntryBlock().front()));
}

TEST(ShortBlocks, OthersStayWhole) {
  llvm::LLVMContext context;
  llvm::Module module("module", context);
  llvm::Function *function = addLoop(module, budget::PartOfLongBlock - 10);
  EXPECT_FALSE(cutLongBlocks(*function));
  EXPECT_EQ(function->size(), 3u);
}

TEST(ShortBlocks, AllocasStayInTheEntryBlock) {
  llvm::LLVMContext context;
  llvm::Module module("module", context);
  llvm::IRBuilder<> builder(context);
  auto *function = llvm::Function::Create(llvm::FunctionType::get(builder.getVoidTy(), false),
                                          llvm::GlobalValue::ExternalLinkage, "f", module);
  builder.SetInsertPoint(llvm::BasicBlock::Create(context, "entry", function));
  for (size_t i = 0; i <= budget::LongestBlockToSelect; ++i)
    builder.CreateFence(llvm::AtomicOrdering::Acquire);
  llvm::AllocaInst *memory = builder.CreateAlloca(builder.getInt64Ty());
  for (size_t i = 0; i <= budget::LongestBlockToSelect; ++i)
    builder.CreateFence(llvm::AtomicOrdering::Acquire);
  builder.CreateRetVoid();
  EXPECT_TRUE(cutLongBlocks(*function));
  EXPECT_TRUE(memory->isStaticAlloca());
}

} // namespace
} // namespace weft
