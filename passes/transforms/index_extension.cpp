// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/transforms/index_extension.h"

#include "passes/vectorize/index_widening.h"
#include "passes/work_item_function.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace weft {
namespace {

// How a value differs between the work-items of a group: not at all, between rows, by a constant
// from lane to lane, otherwise. Only a guess, as control flow does not count: what is extended is
// right whatever the kind, but costs more if it is the last one, as vectors of 64-bit numbers are
// half as wide.
enum Kind { Uniform, Row, Lane, Other };

class IndexExtension {
public:
  IndexExtension(Function &function, const LoopInfo &loops) : function(function), loops(loops) {}

  bool run();

private:
  Kind kind(Value *value);
  Kind kindOf(const Instruction &instruction);
  Kind highest(const User &user);
  Value *extend(Value *value, Type *type);

  Function &function;
  const LoopInfo &loops;
  DenseMap<Value *, Kind> kinds;
  DenseMap<Value *, Value *> extended;
};

Kind IndexExtension::highest(const User &user) {
  Kind result = Uniform;
  for (Value *operand : user.operands())
    result = std::max(result, kind(operand));
  return result;
}

Kind IndexExtension::kindOf(const Instruction &instruction) {
  switch (instruction.getOpcode()) {
  case Instruction::Load:
    return instruction.getOperand(0)->stripInBoundsOffsets() == function.getArg(ItemParam::Launch)
               ? Uniform
               : Other;
  case Instruction::PHI:
    return loops.isLoopHeader(instruction.getParent()) ? highest(instruction) : Other;
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Trunc:
  case Instruction::SExt:
  case Instruction::ZExt:
    return highest(instruction);
  case Instruction::Mul:
  case Instruction::Shl:
    if (isa<Constant>(instruction.getOperand(1)))
      return kind(instruction.getOperand(0));
    break;
  default:
    break;
  }
  Kind operands = highest(instruction);
  return isa<BinaryOperator>(instruction) && operands <= Row ? operands : Other;
}

Kind IndexExtension::kind(Value *value) {
  if (isa<Constant>(value))
    return Uniform;
  if (auto *arg = dyn_cast<Argument>(value)) {
    unsigned number = arg->getArgNo();
    return number == ItemParam::LocalId                                          ? Lane
           : number > ItemParam::LocalId && number < ItemParam::FirstKernelParam ? Row
                                                                                 : Uniform;
  }
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction)
    return Other;
  auto [known, fresh] = kinds.try_emplace(value, Uniform); // around a loop: as what enters it
  if (!fresh)
    return known->second;
  Kind result = kindOf(*instruction);
  return kinds[value] = result;
}

Value *IndexExtension::extend(Value *value, Type *type) {
  if (auto *constant = dyn_cast<ConstantInt>(value))
    return ConstantInt::get(type, constant->getSExtValue(), /*IsSigned=*/true);
  if (Value *done = extended.lookup(value))
    return done;
  auto *instruction = dyn_cast<Instruction>(value);
  IRBuilder<> builder(value->getContext());
  Value *result;
  if (instruction && keepsOperands(*instruction, /*is_signed=*/true)) {
    Value *a = extend(instruction->getOperand(0), type);
    Value *b = extend(instruction->getOperand(1), type);
    // Behind the operation: what it is extended for may be in another block.
    builder.SetInsertPoint(*instruction->getInsertionPointAfterDef());
    auto code = cast<BinaryOperator>(instruction)->getOpcode();
    result = builder.CreateBinOp(code == Instruction::Or ? Instruction::Add : code, a, b);
  } else {
    builder.SetInsertPoint(instruction ? *instruction->getInsertionPointAfterDef()
                                       : function.getEntryBlock().getFirstInsertionPt());
    result = builder.CreateSExt(value, type);
  }
  return extended[value] = result;
}

bool IndexExtension::run() {
  SmallVector<SExtInst *, 16> wanted;
  for (Instruction &instruction : instructions(function))
    if (auto *extension = dyn_cast<SExtInst>(&instruction);
        extension && extension->getType()->isIntegerTy(64) &&
        extension->getSrcTy()->isIntegerTy(32)) {
      auto *sum = dyn_cast<Instruction>(extension->getOperand(0));
      if (!sum || !keepsOperands(*sum, /*is_signed=*/true))
        continue;
      if (Kind differs = kind(sum); differs == Row || differs == Lane)
        wanted.push_back(extension);
    }
  for (SExtInst *extension : wanted) {
    extension->replaceAllUsesWith(extend(extension->getOperand(0), extension->getType()));
    extension->eraseFromParent();
  }
  return !wanted.empty();
}

} // namespace

PreservedAnalyses ExtendIndicesPass::run(Function &function, FunctionAnalysisManager &analyses) {
  if (!IndexExtension(function, analyses.getResult<LoopAnalysis>(function)).run())
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace weft
