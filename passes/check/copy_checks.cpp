// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies that a work-group makes together (async_work_group_copy and its kin): all work-items have
// to come to them, as to a barrier, and have to wait for them before they return.
//
//   e = async_work_group_copy(...)     barrier; begun = true; e = async_work_group_copy(...)
//   wait_group_events(n, events)       begun = false; wait_group_events(n, events)
//   return                             found(begun); return
#include "passes/check_marks.h"

#include "weft/check_abi.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace weft {
namespace {

// What follows the length in a mangled name.
StringRef plainName(const CallInst &call) {
  const Function *callee = call.getCalledFunction();
  StringRef name = callee ? callee->getName() : StringRef();
  return name.consume_front("_Z") ? name.ltrim("0123456789") : StringRef();
}

bool isCopy(StringRef name) {
  return name.starts_with("async_work_group_") && !name.starts_with("async_work_group_copy_fence");
}

class CopyMarks {
public:
  CopyMarks(Function &function, function_ref<bool(const Function &)> is_kernel)
      : function(function), is_kernel_body(is_kernel(function)) {
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallInst>(&instruction)) {
        const StringRef name = plainName(*call);
        if (isCopy(name))
          copies.push_back(call);
        else if (name.starts_with("wait_group_events"))
          waits.push_back(call);
      } else if (auto *end = dyn_cast<ReturnInst>(&instruction)) {
        returns.push_back(end);
      }
  }

  bool waitsForOthers() const { return !is_kernel_body && !waits.empty(); }

  void meet(FunctionCallee barrier) {
    LLVMContext &context = function.getContext();
    // It orders nothing.
    MDNode *none = MDNode::get(
        context, ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(context), 0)));
    for (CallInst *copy : copies) {
      CallInst *meeting = CallInst::Create(barrier, "", copy->getIterator());
      meeting->setDebugLoc(copy->getDebugLoc());
      meeting->setMetadata(FencesKind, none);
    }
  }

  void followEvents() {
    if (!is_kernel_body || copies.empty())
      return;
    IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
    AllocaInst *begun = builder.CreateAlloca(builder.getInt1Ty(), nullptr, "check.copies");
    builder.CreateStore(builder.getFalse(), begun);
    for (CallInst *copy : copies)
      new StoreInst(builder.getTrue(), begun, copy->getIterator());
    for (CallInst *wait : waits)
      new StoreInst(builder.getFalse(), begun, wait->getIterator());
    for (ReturnInst *end : returns) {
      builder.SetInsertPoint(end);
      builder.SetCurrentDebugLocation(copies.back()->getDebugLoc());
      builder.CreateCall(declareFound(*function.getParent()),
                         {builder.CreateLoad(builder.getInt1Ty(), begun),
                          builder.getInt32(WEFT_FOUND_UNWAITED), builder.getInt32(0)});
    }
  }

private:
  Function &function;
  bool is_kernel_body;
  SmallVector<CallInst *> copies, waits;
  SmallVector<ReturnInst *> returns;
};

} // namespace

void markCopies(Module &program, FunctionCallee barrier,
                function_ref<bool(const Function &)> is_own,
                function_ref<bool(const Function &)> is_kernel) {
  std::vector<CopyMarks> all;
  for (Function &function : program)
    if (is_own(function))
      all.emplace_back(function, is_kernel);
  // An event that a function waits for may be its caller's.
  const bool is_local = none_of(all, [](const CopyMarks &one) { return one.waitsForOthers(); });
  for (CopyMarks &one : all) {
    one.meet(barrier);
    if (is_local)
      one.followEvents();
  }
}

} // namespace weft
