// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/check/sub_group_checks.h"

#include "passes/analysis/sub_group_operations.h"
#include "passes/check/group_items.h"
#include "passes/check_marks.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace weft {
namespace {

// void @weft.check.together()
constexpr StringLiteral TogetherName = "weft.check.together";

bool isForAll(const CallInst &call) {
  StringRef name = plainFunctionName(call);
  return name.consume_front("sub_group_") && !name.starts_with("broadcast_first") &&
         any_of(ArrayRef<StringRef>{"barrier", "all", "any", "broadcast", "reduce_", "scan_"},
                [&](StringRef begin) { return name.starts_with(begin); });
}

SmallVector<CallInst *> marksIn(Function &function) {
  SmallVector<CallInst *> marks;
  for (Instruction &instruction : instructions(function))
    if (auto *call = dyn_cast<CallInst>(&instruction))
      if (const Function *callee = call->getCalledFunction();
          callee && callee->getName() == TogetherName)
        marks.push_back(call);
  return marks;
}

} // namespace

void markSubGroups(Module &program, function_ref<bool(const Function &)> is_own) {
  SmallVector<CallInst *> calls;
  for (Function &function : program)
    if (is_own(function))
      for (Instruction &instruction : instructions(function))
        if (auto *call = dyn_cast<CallInst>(&instruction); call && isForAll(*call))
          calls.push_back(call);
  if (calls.empty())
    return;
  FunctionCallee together = program.getOrInsertFunction(
      TogetherName, FunctionType::get(Type::getVoidTy(program.getContext()), false));
  auto *function = cast<Function>(together.getCallee());
  function->setDoesNotThrow();
  function->addFnAttr(Attribute::WillReturn);
  function->addFnAttr(Attribute::Convergent);
  function->setOnlyAccessesInaccessibleMemory();
  for (CallInst *call : calls)
    IRBuilder<>(call).CreateCall(together);
}

void checkSubGroups(LoweredKernel &kernel, Findings &findings) {
  Function &item = *kernel.function;
  // Where the program does not use what its own call gives, that is gone, and the region it stood
  // in may be one that cannot run side by side: a ballot there would leave the size that the source
  // demands impossible.
  if (kernel.sub_group_size)
    return dropSubGroupMarks(item);
  Module &module = *item.getParent();
  for (CallInst *mark : marksIn(item)) {
    IRBuilder<> builder(mark);
    builder.SetCurrentDebugLocation(mark->getDebugLoc());
    IntegerType *word = builder.getInt64Ty();
    auto ballot = [&](Value *of) {
      return builder.CreateCall(
          declareSubGroupOperation(module, "ballot",
                                   FunctionType::get(word, {builder.getInt1Ty()}, false)),
          {of}, "check.active");
    };
    auto number = [&](StringRef name) {
      return builder.CreateZExt(builder.CreateCall(declareSubGroupOperation(
                                    module, name, FunctionType::get(builder.getInt32Ty(), false))),
                                word);
    };
    // Of the group, from the sub-group's first work-item on.
    Value *left = builder.CreateSub(itemsOfGroup(builder, item),
                                    builder.CreateSub(itemInGroup(builder, item), number("lane")));
    Value *members = builder.CreateBinaryIntrinsic(Intrinsic::umin, left, number("max_size"));
    Value *active = builder.CreateUnaryIntrinsic(Intrinsic::ctpop, ballot(builder.getTrue()));
    // The same for all of them, so that the branch does not part them any further.
    Value *bad = builder.CreateIsNotNull(ballot(builder.CreateICmpNE(active, members)));
    findings.reportIf(bad, *mark, [&](IRBuilderBase &) {
      return Findings::Details{.site = findings.site({WEFT_FOUND_SUB_GROUP}, mark->getDebugLoc())};
    });
    mark->eraseFromParent();
  }
}

void dropSubGroupMarks(Function &function) {
  for (CallInst *mark : marksIn(function))
    mark->eraseFromParent();
}

} // namespace weft
