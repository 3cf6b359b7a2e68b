// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What variables hold before they are written, as values: see markUnwritten().
//
//   x = alloca i32            x = alloca i32
//   lifetime.start(x)   ->    lifetime.start(x)
//                             store weft.check.unwritten.i32(1) to x
#include "passes/check_marks.h"

#include "passes/address_space.h"
#include "passes/check/findings.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace weft {
namespace {

class VariableMarks {
public:
  explicit VariableMarks(Module &program) : program(program), layout(program.getDataLayout()) {}

  void begin(AllocaInst &variable) {
    SmallVector<Instruction *> births;
    for (User *user : variable.users())
      if (auto *marker = dyn_cast<LifetimeIntrinsic>(user);
          marker && marker->getIntrinsicID() == Intrinsic::lifetime_start)
        births.push_back(marker->getNextNode());
    if (births.empty())
      births.push_back(variable.isStaticAlloca()
                           ? &*variable.getParent()->getFirstNonPHIOrDbgOrAlloca()
                           : variable.getNextNode());
    for (Instruction *behind : births) {
      IRBuilder<> builder(behind);
      Type *type = variable.getAllocatedType();
      if (type->isSingleValueType() && !variable.isArrayAllocation())
        builder.CreateAlignedStore(unwritten(builder, type, variable), &variable,
                                   variable.getAlign());
      else if (const uint64_t bytes = layout.getTypeAllocSize(type))
        builder.CreateMemSet(&variable, unwritten(builder, builder.getInt8Ty(), variable),
                             builder.CreateMul(builder.CreateZExtOrTrunc(variable.getArraySize(),
                                                                         builder.getInt64Ty()),
                                               builder.getInt64(bytes)),
                             variable.getAlign());
    }
  }

private:
  Value *unwritten(IRBuilder<> &builder, Type *type, const AllocaInst &variable) {
    std::string name(UnwrittenPrefix);
    raw_string_ostream(name) << *type;
    FunctionCallee callee = program.getOrInsertFunction(name, type, builder.getInt32Ty());
    auto *function = cast<Function>(callee.getCallee());
    function->setDoesNotThrow();
    function->addFnAttr(Attribute::WillReturn);
    function->setDoesNotAccessMemory();
    CallInst *value = builder.CreateCall(callee, {builder.getInt32(number++)});
    LLVMContext &context = program.getContext();
    value->setMetadata(
        VariableKind,
        MDNode::get(context, MDString::get(context, plainVariableName(variable.getName()))));
    return value;
  }

  Module &program;
  const DataLayout &layout;
  unsigned number = 0;
};

void hide(MemTransferInst &copy) {
  IRBuilder<> builder(&copy);
  Value *to = copy.getRawDest(), *from = copy.getRawSource();
  std::string name(CopyPrefix);
  raw_string_ostream(name) << 'p' << copy.getDestAddressSpace() << ".p"
                           << copy.getSourceAddressSpace();
  FunctionCallee callee = copy.getModule()->getOrInsertFunction(
      name, builder.getVoidTy(), to->getType(), from->getType(), builder.getInt64Ty());
  auto *function = cast<Function>(callee.getCallee());
  function->setDoesNotThrow();
  function->addFnAttr(Attribute::WillReturn);
  function->setOnlyAccessesArgMemory();
  CallInst *call = builder.CreateCall(
      callee, {to, from, builder.CreateZExtOrTrunc(copy.getLength(), builder.getInt64Ty())});
  LLVMContext &context = copy.getContext();
  call->addParamAttr(0, Attribute::getWithAlignment(context, copy.getDestAlign().valueOrOne()));
  call->addParamAttr(1, Attribute::getWithAlignment(context, copy.getSourceAlign().valueOrOne()));
  copy.eraseFromParent();
}

} // namespace

void markUnwritten(Module &program, function_ref<bool(const Function &)> is_own) {
  VariableMarks marks(program);
  for (Function &function : program) {
    if (!is_own(function))
      continue;
    SmallVector<AllocaInst *> variables;
    SmallVector<MemTransferInst *> copies;
    for (Instruction &instruction : instructions(function)) {
      if (auto *variable = dyn_cast<AllocaInst>(&instruction))
        variables.push_back(variable);
      auto *copy = dyn_cast<MemTransferInst>(&instruction);
      if (copy && !copy->isVolatile() && copy->getDestAddressSpace() != AddressSpace::Private)
        copies.push_back(copy);
    }
    for (AllocaInst *variable : variables)
      marks.begin(*variable);
    for (MemTransferInst *copy : copies)
      hide(*copy);
  }
}

void restoreCopies(Function &function) {
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    auto *call = dyn_cast<CallInst>(&instruction);
    const Function *callee = call ? call->getCalledFunction() : nullptr;
    if (!callee || !callee->getName().starts_with(CopyPrefix))
      continue;
    IRBuilder<>(call).CreateMemCpy(call->getArgOperand(0), call->getParamAlign(0),
                                   call->getArgOperand(1), call->getParamAlign(1),
                                   call->getArgOperand(2));
    call->eraseFromParent();
  }
}

} // namespace weft
