// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Blocks, branches, phis and calls.
#include "compiler/frontend/spirv/reader.h"

#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"

namespace weft::spirv {

bool Reader::isOneOf(std::initializer_list<spv::Op> ops) const {
  return llvm::is_contained(ops, at->op());
}

void Reader::instruction() {
  if (at->op() == spv::Op::OpLabel) {
    if (builder.GetInsertBlock())
      return void(fail("the block before it does not end"));
    builder.SetInsertPoint(blocks.lookup(at->result));
    return;
  }
  if (isOneOf({spv::Op::OpLine, spv::Op::OpNoLine, spv::Op::OpNop}) ||
      (at->op() == spv::Op::OpExtInst && ignored_sets.contains(operand(0))))
    return debugLine();
  if (!builder.GetInsertBlock())
    return void(fail("stands outside a block"));
  if (at->op() == spv::Op::OpExtInst)
    return extended();
  if (at->op() == spv::Op::OpUndef || at->op() == newer::OpPoisonKHR)
    return makeConstant();
  if (!(control() || memory() || arithmetic() || comparison() || conversion() || composite() ||
        integers() || atomics() || groups() || subGroups() || namedBarriers() || images() ||
        pipes() || deviceEnqueue() || gathers() || newerInstructions() || intel()) &&
      !failed)
    unsupported();
}

llvm::BasicBlock *Reader::block(uint32_t id) {
  llvm::BasicBlock *found = blocks.lookup(id);
  if (!found)
    fail("%" + llvm::Twine(id) + " is not a block of the function");
  else if (found == &function->getEntryBlock())
    fail("leads to the function's first block");
  return found;
}

void Reader::makeSwitch() {
  llvm::Value *selector = arg(0);
  llvm::BasicBlock *fallback = block(operand(1));
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
    llvm::BasicBlock *target = block(cases[words]);
    if (failed)
      return;
    if (!seen.insert(wanted).second)
      return void(fail("has a case twice"));
    made_switch->addCase(llvm::ConstantInt::get(context, wanted), target);
  }
}

void Reader::makePhi() {
  const Type *wanted = resultType();
  if (failed || !wanted->llvm || wanted->llvm->isVoidTy() || !wanted->llvm->isSized() ||
      numOperands() % 2)
    return void(fail("is not well-formed"));
  for (const llvm::Instruction &before : *builder.GetInsertBlock())
    if (!llvm::isa<llvm::PHINode>(before))
      return void(fail("does not begin its block"));
  llvm::PHINode *phi = builder.CreatePHI(wanted->llvm, unsigned(numOperands() / 2));
  phis.emplace_back(phi, at);
  define(phi);
}

// An edge for each way from a block, where the module says only which block.
void Reader::finishPhis() {
  for (auto &[phi, in] : phis) {
    at = in;
    llvm::DenseMap<llvm::BasicBlock *, uint32_t> given_by;
    for (size_t i = 0; i + 1 < in->operands.size(); i += 2)
      if (llvm::BasicBlock *from = blocks.lookup(in->operands[i + 1]))
        given_by[from] = in->operands[i];
    for (llvm::BasicBlock *from : llvm::predecessors(phi->getParent())) {
      const uint32_t id = given_by.lookup(from);
      llvm::Value *incoming = id ? value(id) : nullptr;
      if (failed || !incoming || incoming->getType() != phi->getType() ||
          (llvm::isa<llvm::Instruction>(incoming) &&
           llvm::cast<llvm::Instruction>(incoming)->getFunction() != function))
        return void(fail("lacks a fitting value for a block before it"));
      phi->addIncoming(incoming, from);
    }
  }
}

// The order of reading alone does not say that what defines a value comes before its uses on every
// way.
void Reader::checkDominance() {
  const llvm::DominatorTree tree(*function);
  for (const llvm::Instruction &user : llvm::instructions(*function))
    for (const llvm::Use &use : user.operands()) {
      auto *used = llvm::dyn_cast<llvm::Instruction>(use.get());
      if (!used || tree.dominates(used, use))
        continue;
      for (size_t i = body_begin; i < body_end; ++i)
        if (const Instruction &in = module.instructions[i]; in.result && values[in.result] == used)
          at = &in;
      return void(fail("is used where not every way leads through it"));
    }
}

void Reader::makeCall() {
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

bool Reader::control() {
  bool ends = true;
  switch (at->op()) {
  case spv::Op::OpBranch:
    if (llvm::BasicBlock *to = block(operand(0)); !failed)
      builder.CreateBr(to);
    break;
  case spv::Op::OpBranchConditional: {
    llvm::Value *condition = arg(0);
    llvm::BasicBlock *then = block(operand(1)), *other = block(operand(2));
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
    return true;
  }
  switch (at->op()) {
  case spv::Op::OpLoopMerge:
  case spv::Op::OpSelectionMerge:
    return true;
  case spv::Op::OpPhi:
    makePhi();
    return true;
  case spv::Op::OpFunctionCall:
    makeCall();
    return true;
  case spv::Op::OpAssumeTrueKHR:
    if (llvm::Value *condition = arg(0); !failed) {
      if (!condition->getType()->isIntegerTy(1))
        fail("is not a bool");
      else
        builder.CreateAssumption(condition);
    }
    return true;
  case spv::Op::OpExpectKHR: {
    llvm::Value *known = arg(0), *expected = arg(1);
    if (failed || known->getType() != expected->getType())
      fail("operands differ in type");
    else if (!known->getType()->isIntegerTy())
      define(known);
    else
      define(
          builder.CreateIntrinsic(llvm::Intrinsic::expect, {known->getType()}, {known, expected}));
    return true;
  }
  default:
    return false;
  }
}

} // namespace weft::spirv
