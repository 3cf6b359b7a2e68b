// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/transforms/index_extension.h"

#include "passes/analysis/address_form.h"
#include "passes/vectorize/index_widening.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace weft {
namespace {

constexpr unsigned MaxDepth = 6; // of sums within sums

bool isProduct(const Instruction &instruction) {
  return instruction.getOpcode() == Instruction::Mul || instruction.getOpcode() == Instruction::Shl;
}

bool addsConstant(const Instruction &sum, unsigned depth = 0) {
  if (depth == MaxDepth)
    return false;
  return any_of(sum.operands(), [&](const Value *operand) {
    auto *part = dyn_cast<Instruction>(operand);
    return isa<ConstantInt>(operand) ||
           (part && !isProduct(*part) && keepsOperands(*part, /*is_signed=*/true) &&
            addsConstant(*part, depth + 1));
  });
}

class IndexExtension {
public:
  IndexExtension(Function &function, const LoopInfo &loops)
      : function(function), loops(loops), forms(function, &loops) {}

  bool run();

private:
  bool differsAlongRows(const Value *sum);
  bool countsBeside(const Instruction &sum);
  Value *extend(Value *value, Type *type, bool only_sums);

  Function &function;
  const LoopInfo &loops;
  AddressForms forms;
  DenseMap<std::pair<Value *, unsigned>, Value *> extended; // and whether only its sums are
};

// Between rows, or by a constant from lane to lane. Only a guess, as control flow does not count:
// what is extended is right in any case, but costs more if lanes are anywhere, as vectors of 64-bit
// numbers are half as wide.
bool IndexExtension::differsAlongRows(const Value *sum) {
  const AddressForm &form = forms.of(sum);
  const auto counts = [&](const AddressCondition &one) {
    auto *phi = one.kind == AddressCondition::Chosen ? dyn_cast<PHINode>(one.value) : nullptr;
    return one.isOfWrapping() || (phi && loops.isLoopHeader(phi->getParent()));
  };
  const auto is_id = [](const AddressForm::Term &one) {
    return one.term.kind == AddressTerm::LocalId;
  };
  return form.along({AddressTerm::LocalId, 0}).kind == Coefficient::Constant &&
         any_of(form.terms, is_id) && form.holdsIf(counts);
}

// Along a row of the lane's own, beside where it counts: what is constant in the loop leaves it,
// and the promise not to wrap gets lost.
bool IndexExtension::countsBeside(const Instruction &sum) {
  const AddressForm &form = forms.of(&sum);
  return !isProduct(sum) && addsConstant(sum) &&
         form.along({AddressTerm::LocalId, 0}).kind == Coefficient::Far &&
         any_of(form.terms, [&](const AddressForm::Term &one) {
           return one.term.kind == AddressTerm::Counter &&
                  one.coefficient.kind == Coefficient::Constant;
         });
}

// `only_sums`: products stay as they are, as LLVM leaves them where it extends a loop's counter.
Value *IndexExtension::extend(Value *value, Type *type, bool only_sums) {
  if (auto *constant = dyn_cast<ConstantInt>(value))
    return ConstantInt::get(type, constant->getSExtValue(), /*IsSigned=*/true);
  const std::pair<Value *, unsigned> key(value, only_sums);
  if (Value *done = extended.lookup(key))
    return done;
  auto *instruction = dyn_cast<Instruction>(value);
  IRBuilder<> builder(value->getContext());
  Value *result;
  if (instruction && keepsOperands(*instruction, /*is_signed=*/true) &&
      !(only_sums && isProduct(*instruction))) {
    Value *a = extend(instruction->getOperand(0), type, only_sums);
    Value *b = extend(instruction->getOperand(1), type, only_sums);
    // Behind the operation: what it is extended for may be in another block.
    builder.SetInsertPoint(*instruction->getInsertionPointAfterDef());
    auto code = cast<BinaryOperator>(instruction)->getOpcode();
    result = builder.CreateBinOp(code == Instruction::Or ? Instruction::Add : code, a, b);
  } else {
    builder.SetInsertPoint(instruction ? *instruction->getInsertionPointAfterDef()
                                       : function.getEntryBlock().getFirstInsertionPt());
    result = builder.CreateSExt(value, type);
  }
  return extended[key] = result;
}

bool IndexExtension::run() {
  SmallVector<std::pair<SExtInst *, bool>, 16> wanted; // and whether only its sums are extended
  for (Instruction &instruction : instructions(function))
    if (auto *extension = dyn_cast<SExtInst>(&instruction);
        extension && extension->getType()->isIntegerTy(64) &&
        extension->getSrcTy()->isIntegerTy(32)) {
      auto *sum = dyn_cast<Instruction>(extension->getOperand(0));
      if (!sum || !keepsOperands(*sum, /*is_signed=*/true))
        continue;
      if (differsAlongRows(sum))
        wanted.emplace_back(extension, false);
      else if (countsBeside(*sum))
        wanted.emplace_back(extension, true);
    }
  for (auto [extension, only_sums] : wanted) {
    extension->replaceAllUsesWith(
        extend(extension->getOperand(0), extension->getType(), only_sums));
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
