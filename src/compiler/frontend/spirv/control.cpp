// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Blocks, branches, phis and calls.
#include "compiler/frontend/spirv/handler.h"
#include "compiler/frontend/spirv/handlers.h"

namespace weft::spirv {
namespace {

struct Control : Handler {
  using Handler::Handler;
  void translate();
  void makeSwitch();
  void makePhi();
  void makeCall();
};

} // namespace

void Control::makeSwitch() {
  llvm::Value *selector = arg(0);
  llvm::BasicBlock *fallback = body.block(operand(1));
  if (failed || !selector->getType()->isIntegerTy())
    return void(fail("the selector is not an integer"));
  const unsigned bits = selector->getType()->getIntegerBitWidth();
  const unsigned words = literalWords(bits);
  llvm::ArrayRef<uint32_t> cases = at->operands.drop_front(2);
  if (cases.size() % (words + 1))
    return void(fail("its last case is not whole"));
  llvm::SwitchInst *made_switch = builder.CreateSwitch(selector, fallback);
  llvm::DenseSet<llvm::APInt> seen;
  for (; !cases.empty(); cases = cases.drop_front(words + 1)) {
    const llvm::APInt wanted = literal(cases.take_front(words), bits);
    llvm::BasicBlock *target = body.block(cases[words]);
    if (failed)
      return;
    if (!seen.insert(wanted).second)
      return void(fail("has a case twice"));
    made_switch->addCase(llvm::ConstantInt::get(context, wanted), target);
  }
}

void Control::makePhi() {
  const Type *wanted = resultType();
  if (failed || !wanted->llvm || wanted->llvm->isVoidTy() || !wanted->llvm->isSized() ||
      numOperands() % 2)
    return void(fail("is not well-formed"));
  for (const llvm::Instruction &before : *builder.GetInsertBlock())
    if (!llvm::isa<llvm::PHINode>(before))
      return void(fail("does not begin its block"));
  llvm::PHINode *phi = builder.CreatePHI(wanted->llvm, unsigned(numOperands() / 2));
  body.phis.emplace_back(phi, at);
  define(phi);
}

void Control::makeCall() {
  auto *callee = llvm::dyn_cast_or_null<llvm::Function>(arg(0));
  const Instruction *target = module.definition(operand(0));
  if (failed || !callee || target->op() != spv::Op::OpFunction)
    return void(fail("calls what is no function"));
  llvm::SmallVector<llvm::Value *, 8> args;
  if (numOperands() - 1 != callee->arg_size())
    return void(fail("passes " + llvm::Twine(numOperands() - 1) + " arguments to a function of " +
                     llvm::Twine(callee->arg_size())));
  for (unsigned i = 0; i < callee->arg_size(); ++i) {
    args.push_back(arg(i + 1));
    if (failed || args.back()->getType() != callee->getArg(i)->getType())
      return void(fail("argument " + llvm::Twine(i) + " is of another type"));
  }
  llvm::CallInst *made_call = builder.CreateCall(callee, args);
  made_call->setCallingConv(callee->getCallingConv());
  for (unsigned i = 0; i < callee->arg_size(); ++i)
    if (callee->getArg(i)->hasByValAttr())
      for (llvm::Attribute::AttrKind kind : {llvm::Attribute::ByVal, llvm::Attribute::Alignment})
        made_call->addParamAttr(i, callee->getArg(i)->getAttribute(kind));
  if (!callee->getReturnType()->isVoidTy())
    define(made_call);
}

void Control::translate() {
  bool ends = true;
  switch (at->op()) {
  case spv::Op::OpBranch:
    if (llvm::BasicBlock *to = body.block(operand(0)); !failed)
      builder.CreateBr(to);
    break;
  case spv::Op::OpBranchConditional: {
    llvm::Value *condition = arg(0);
    llvm::BasicBlock *then = body.block(operand(1)), *other = body.block(operand(2));
    if (!failed && !condition->getType()->isIntegerTy(1))
      fail("the condition is not a bool");
    if (!failed)
      builder.CreateCondBr(condition, then, other);
    break;
  }
  case spv::Op::OpSwitch:
    makeSwitch();
    break;
  case spv::Op::OpReturn:
    if (!function->getReturnType()->isVoidTy())
      fail("the function has a result");
    else
      builder.CreateRetVoid();
    break;
  case spv::Op::OpReturnValue: {
    llvm::Value *result = arg(0);
    if (!failed && result->getType() != function->getReturnType())
      fail("is not of the function's type");
    if (!failed)
      builder.CreateRet(result);
    break;
  }
  case spv::Op::OpUnreachable:
    builder.CreateUnreachable();
    break;
  default:
    ends = false;
  }
  if (ends) {
    builder.ClearInsertionPoint();
    return;
  }
  switch (at->op()) {
  case spv::Op::OpLoopMerge:
  case spv::Op::OpSelectionMerge:
    return;
  case spv::Op::OpPhi:
    makePhi();
    return;
  case spv::Op::OpFunctionCall:
    makeCall();
    return;
  case spv::Op::OpAssumeTrueKHR:
    if (llvm::Value *condition = arg(0); !failed) {
      if (!condition->getType()->isIntegerTy(1))
        fail("is not a bool");
      else
        builder.CreateAssumption(condition);
    }
    return;
  case spv::Op::OpExpectKHR: {
    llvm::Value *known = arg(0), *expected = arg(1);
    if (failed || known->getType() != expected->getType())
      fail("operands differ in type");
    else if (!known->getType()->isIntegerTy())
      define(known);
    else
      define(
          builder.CreateIntrinsic(llvm::Intrinsic::expect, {known->getType()}, {known, expected}));
    return;
  }
  default:
    unsupported();
  }
}

void control(Body &body) { Control(body).translate(); }
void undefined(Body &body) { body.constants.make(); }

} // namespace weft::spirv
