// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/check/sub_group_checks.h"

#include "passes/analysis/sub_group_operations.h"
#include "passes/check_marks.h"
#include "passes/launch_fields.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace weft {
namespace {

// void @weft.check.together()
constexpr StringLiteral TogetherName = "weft.check.together";

// Declared as lowerSubGroups() declares them.
FunctionCallee declare(Module &module, StringRef name, FunctionType *type) {
  FunctionCallee callee = module.getOrInsertFunction(name, type);
  auto *function = cast<Function>(callee.getCallee());
  function->setDoesNotThrow();
  function->addFnAttr(Attribute::WillReturn);
  function->addFnAttr(Attribute::Convergent);
  function->setOnlyAccessesInaccessibleMemory();
  return callee;
}

bool isForAll(const CallInst &call) {
  const Function *callee = call.getCalledFunction();
  StringRef name = callee ? callee->getName() : StringRef();
  if (!name.consume_front("_Z"))
    return false;
  name = name.ltrim("0123456789");
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
  for (CallInst *call : calls) {
    IRBuilder<> builder(call);
    CallInst *mark = builder.CreateCall(
        declare(program, TogetherName, FunctionType::get(builder.getVoidTy(), false)));
    mark->setConvergent();
  }
}

void checkSubGroups(LoweredKernel &kernel, Findings &findings) {
  Function &item = *kernel.function;
  // What is added must not be what keeps a size from being possible that the source demands.
  if (kernel.sub_group_size)
    return dropSubGroupMarks(item);
  const SmallVector<CallInst *> marks = marksIn(item);
  auto ballot = [&](IRBuilderBase &builder, Value *of) {
    FunctionCallee callee =
        declare(*item.getParent(), (SubGroupPrefix + "ballot").str(),
                FunctionType::get(builder.getInt64Ty(), {builder.getInt1Ty()}, false));
    CallInst *call = builder.CreateCall(callee, {of}, "check.active");
    call->setConvergent();
    return call;
  };
  auto number = [&](IRBuilderBase &builder, StringRef name) {
    FunctionCallee callee = item.getParent()->getOrInsertFunction(
        (SubGroupPrefix + name).str(), FunctionType::get(builder.getInt32Ty(), false));
    auto *function = cast<Function>(callee.getCallee());
    function->setDoesNotThrow();
    function->addFnAttr(Attribute::WillReturn);
    function->setDoesNotAccessMemory();
    return builder.CreateZExt(builder.CreateCall(callee), builder.getInt64Ty());
  };
  auto size = [&](unsigned d) { return item.getArg(ItemParam::LocalSize + d); };
  auto id = [&](unsigned d) { return item.getArg(ItemParam::LocalId + d); };
  for (CallInst *mark : marks) {
    IRBuilder<> builder(mark);
    builder.SetCurrentDebugLocation(mark->getDebugLoc());
    Value *all = builder.CreateMul(size(0), builder.CreateMul(size(1), size(2)));
    Value *self = builder.CreateAdd(
        id(0),
        builder.CreateMul(size(0), builder.CreateAdd(id(1), builder.CreateMul(size(1), id(2)))));
    // From the sub-group's first work-item on.
    Value *left = builder.CreateSub(all, builder.CreateSub(self, number(builder, "lane")));
    Value *members =
        builder.CreateBinaryIntrinsic(Intrinsic::umin, left, number(builder, "max_size"));
    Value *active =
        builder.CreateUnaryIntrinsic(Intrinsic::ctpop, ballot(builder, builder.getTrue()));
    // The same for all of them, so that the branch does not part them any further.
    Value *bad = builder.CreateIsNotNull(ballot(builder, builder.CreateICmpNE(active, members)));
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
