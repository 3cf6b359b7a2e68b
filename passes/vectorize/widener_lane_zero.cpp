// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lane 0's values, and the lanes' strides that they tell.
#include "passes/vectorize/widener.h"

#include "passes/analysis/speculation.h"
#include "passes/analysis/usual_choice.h"

#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace weft {

Value *Widener::harmless(Value *divisor) {
  return builder.CreateBinaryIntrinsic(Intrinsic::umax, builder.CreateFreeze(divisor),
                                       ConstantInt::get(divisor->getType(), 1));
}

Value *Widener::laneZero(const Value *value) {
  if (hasScalar(value))
    return scalarOf(value);
  if (auto *op = dyn_cast<BinaryOperator>(value); op && op->isIntDivRem()) {
    Value *first = laneZero(op->getOperand(0));
    Value *divisor = harmless(scalarOf(safeDivisor(*op)));
    bool is_rem = op->getOpcode() == Instruction::URem || op->getOpcode() == Instruction::SRem;
    return is_rem ? builder.CreateURem(first, divisor) : builder.CreateUDiv(first, divisor);
  }
  if (const std::optional<UsualChoice> choice = usualChoice(value, shapes))
    return laneZero(choice->usual);
  if (auto *cast = dyn_cast<CastInst>(value); cast && isa<SExtInst, ZExtInst>(cast))
    return laneZeroExtended(cast->getOperand(0), isa<SExtInst>(cast), cast->getType());
  Instruction *clone = cast<Instruction>(value)->clone();
  for (Use &use : clone->operands())
    use.set(laneZero(use));
  clone->dropPoisonGeneratingAnnotations();
  return builder.Insert(clone);
}

// Where lane 0 is idle, its narrow sum may wrap though that of other lanes does not.
Value *Widener::laneZeroExtended(const Value *narrow, bool is_signed, Type *type) {
  const BinaryOperator *sum = sumExtendedApart(narrow, is_signed, shapes);
  if (!sum) {
    Value *first = laneZero(narrow);
    return is_signed ? builder.CreateSExt(first, type) : builder.CreateZExt(first, type);
  }
  Value *left = laneZeroExtended(sum->getOperand(0), is_signed, type);
  Value *right = laneZeroExtended(sum->getOperand(1), is_signed, type);
  return builder.CreateBinOp(sum->getOpcode(), left, right);
}

Value *Widener::fitsLanes(Value *first, int64_t stride, bool is_signed) {
  int64_t span;
  if (__builtin_mul_overflow(stride, int64_t(width - 1), &span))
    return builder.getFalse();
  return fitsWithin(first, span, is_signed);
}

Value *Widener::fitsWithin(Value *first, int64_t span, bool is_signed) {
  unsigned bits = first->getType()->getIntegerBitWidth();
  APInt low = is_signed ? APInt::getSignedMinValue(bits) : APInt::getZero(bits);
  APInt high = is_signed ? APInt::getSignedMaxValue(bits) : APInt::getMaxValue(bits);
  APInt reach = APInt(64, uint64_t(std::abs(span))).zextOrTrunc(bits);
  if (reach.getZExtValue() != uint64_t(std::abs(span)) || reach.getActiveBits() >= bits)
    return builder.getFalse();
  if (span >= 0)
    return builder.CreateICmp(is_signed ? ICmpInst::ICMP_SLE : ICmpInst::ICMP_ULE, first,
                              builder.getInt(high - reach));
  return builder.CreateICmp(is_signed ? ICmpInst::ICMP_SGE : ICmpInst::ICMP_UGE, first,
                            builder.getInt(low + reach));
}

bool Widener::isMade(const Value *value) const {
  if (isa<Constant>(value) || isa<Argument>(value))
    return true;
  if (hasScalar(value))
    return scalars.contains(value);
  auto *instruction = dyn_cast<Instruction>(value);
  return instruction && !isa<PHINode>(instruction) && !instruction->mayReadOrWriteMemory() &&
         (!isa<CallBase>(instruction) || isa<IntrinsicInst>(instruction)) &&
         all_of(instruction->operands(), [&](const Use &use) { return isMade(use); });
}

bool Widener::hasLanes(const Value *value) const {
  return isa<Constant>(value) || hasScalar(value) || vectors.contains(value);
}

// A value of rows or blocks that all lanes are known to be in has its stride.
std::optional<int64_t> Widener::regularStride(const Value *value) const {
  if (tested.empty() || !value->getType()->isIntegerTy() || hasScalar(value))
    return std::nullopt;
  std::optional<Speculation> lies = speculate(value, shapes, layout);
  if (!lies || lies->tests.empty() ||
      !all_of(lies->tests,
              [&](const SpeculationTest &test) { return is_contained(tested, test); }) ||
      !isMade(value))
    return std::nullopt;
  return lies->stride;
}

} // namespace weft
