// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/transforms/compared_multiples.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {
namespace {

constexpr unsigned DeepestSum = 6;

// A part of the sum `value` that differs from it only in the lowest `bits`, which are zero in the
// part; or null if there is none. Nothing is made.
Value *withoutLowBits(Value *value, unsigned bits, const DataLayout &layout, unsigned depth = 0) {
  if (computeKnownBits(value, layout).countMinTrailingZeros() >= bits)
    return value;
  Value *left, *right;
  if (depth == DeepestSum || !match(value, m_DisjointOr(m_Value(left), m_Value(right))))
    return nullptr;
  for (auto [low, high] : {std::pair(right, left), std::pair(left, right)})
    if (computeKnownBits(low, layout).countMaxActiveBits() <= bits)
      return withoutLowBits(high, bits, layout, depth + 1);
  return nullptr;
}

bool dropLowBits(ICmpInst &comparison, const DataLayout &layout) {
  Value *left = comparison.getOperand(0), *right = comparison.getOperand(1);
  if (!left->getType()->isIntegerTy())
    return false;
  CmpInst::Predicate predicate = comparison.getPredicate();
  // More than what is one less than a multiple: a constant, as InstCombine writes it.
  const APInt *number;
  if (ICmpInst::isGT(predicate) && match(right, m_APInt(number)) &&
      !(ICmpInst::isSigned(predicate) ? number->isMaxSignedValue() : number->isMaxValue())) {
    right = ConstantInt::get(right->getType(), *number + 1);
    predicate = ICmpInst::isSigned(predicate) ? CmpInst::ICMP_SGE : CmpInst::ICMP_UGE;
  } else if (ICmpInst::isGT(predicate) || ICmpInst::isLE(predicate)) {
    std::swap(left, right);
    predicate = CmpInst::getSwappedPredicate(predicate);
  }
  if (!ICmpInst::isLT(predicate) && !ICmpInst::isGE(predicate))
    return false;
  const unsigned bits = computeKnownBits(right, layout).countMinTrailingZeros();
  if (bits == 0 || bits >= left->getType()->getIntegerBitWidth())
    return false;
  // Between two multiples of 2^bits there is none, so what is below does not reach the next one.
  Value *part = withoutLowBits(left, bits, layout);
  if (!part || part == left)
    return false;
  comparison.setSameSign(false);
  comparison.setPredicate(predicate);
  comparison.setOperand(0, part);
  comparison.setOperand(1, right);
  return true;
}

} // namespace

PreservedAnalyses CompareMultiplesPass::run(Function &function, FunctionAnalysisManager &) {
  bool changed = false;
  for (Instruction &instruction : instructions(function))
    if (auto *comparison = dyn_cast<ICmpInst>(&instruction))
      changed |= dropLowBits(*comparison, function.getDataLayout());
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses kept;
  kept.preserveSet<CFGAnalyses>();
  return kept;
}

} // namespace weft
