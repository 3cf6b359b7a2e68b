// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/analysis/argument_expressions.h"

#include "passes/work_item_function.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace weft {
namespace {

constexpr unsigned MaxDepth = 12;

bool differs(const Argument &argument, SameFor items) {
  unsigned number = argument.getArgNo();
  if (items == SameFor::Item)
    return false;
  return number == ItemParam::LocalId || (items == SameFor::Group && number > ItemParam::LocalId &&
                                          number < ItemParam::FirstKernelParam);
}

bool isOfArguments(const Value *value, SameFor items, unsigned depth) {
  if (!value->getType()->isIntegerTy() && !value->getType()->isPointerTy())
    return false;
  if (auto *argument = dyn_cast<Argument>(value))
    return !differs(*argument, items);
  if (isa<Constant>(value))
    return true;
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || depth == MaxDepth || isa<PHINode, AllocaInst>(instruction))
    return false;
  if (auto *load = dyn_cast<LoadInst>(instruction)) {
    auto *launch = dyn_cast<Argument>(getUnderlyingObject(load->getPointerOperand()));
    if (!load->hasMetadata(LLVMContext::MD_invariant_load) || !launch ||
        launch->getArgNo() != ItemParam::Launch)
      return false;
  } else if (instruction->mayReadOrWriteMemory() || !isSafeToSpeculativelyExecute(instruction)) {
    return false;
  }
  return all_of(instruction->operands(), [&](const Value *operand) {
    return isa<Function>(operand) || isOfArguments(operand, items, depth + 1);
  });
}

} // namespace

bool isOfArguments(const Value *value, SameFor items) { return isOfArguments(value, items, 0); }

Value *ArgumentExpressions::make(const Value *value) {
  if (auto *argument = dyn_cast<Argument>(value))
    return arguments[argument->getArgNo()];
  if (isa<Constant>(value))
    return const_cast<Value *>(value);
  if (Value *known = made.lookup(value))
    return known;
  Instruction *clone = cast<Instruction>(value)->clone();
  for (Use &use : clone->operands())
    use.set(make(use));
  clone->setDebugLoc(DebugLoc());
  return made[value] = builder.Insert(clone, value->getName());
}

} // namespace weft
