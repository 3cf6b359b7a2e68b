// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/codegen/stop_polls.h"

#include "weft/ending_abi.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include <cstddef>

using namespace llvm;

namespace weft {
namespace {

GlobalVariable &stopVariable(Module &program) {
  LLVMContext &context = program.getContext();
  auto *pointer = PointerType::get(context, 0);
  auto *type = StructType::get(context, {pointer, pointer});
  // Weak, and seen from outside: a program's objects share one, which the loader finds.
  auto *variable =
      new GlobalVariable(program, type, /*isConstant=*/false, GlobalValue::WeakAnyLinkage,
                         Constant::getNullValue(type), WEFT_STOP_SYMBOL);
  return *variable;
}

// At the end of `block`, which has a way back to where it came from.
void addPoll(BasicBlock &block, GlobalVariable &stop) {
  IRBuilder<> builder(block.getTerminator());
  auto field = [&](size_t offset) {
    Value *address = builder.CreateConstGEP1_64(builder.getInt8Ty(), &stop, offset);
    return builder.CreateLoad(builder.getPtrTy(), address);
  };
  Value *wanted = builder.CreateLoad(builder.getInt32Ty(), field(offsetof(weft_stop, wanted)),
                                     /*isVolatile=*/true);
  Value *stops = builder.CreateIsNotNull(wanted);
  Instruction *unreachable =
      SplitBlockAndInsertIfThen(stops, block.getTerminator(), /*Unreachable=*/true,
                                MDBuilder(block.getContext()).createUnlikelyBranchWeights());
  builder.SetInsertPoint(unreachable);
  CallInst *leave = builder.CreateCall(FunctionType::get(builder.getVoidTy(), false),
                                       field(offsetof(weft_stop, leave)));
  leave->setDoesNotReturn();
  leave->setDoesNotThrow();
}

} // namespace

void addStopPolls(Module &program) {
  GlobalVariable *stop = nullptr;
  for (Function &function : program) {
    if (function.isDeclaration())
      continue;
    // Every cycle has one of these, also one that is no loop to LLVM.
    SmallVector<std::pair<const BasicBlock *, const BasicBlock *>> back_edges;
    FindFunctionBackedges(function, back_edges);
    SmallSetVector<BasicBlock *, 8> ends;
    for (const auto &[from, to] : back_edges)
      ends.insert(const_cast<BasicBlock *>(from));
    for (BasicBlock *end : ends) {
      if (!stop)
        stop = &stopVariable(program);
      addPoll(*end, *stop);
    }
  }
}

} // namespace weft
