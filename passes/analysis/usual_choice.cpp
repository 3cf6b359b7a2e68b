// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/analysis/usual_choice.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {
namespace {

constexpr size_t MaxRequirements = 4;

// Whether the value is less in the next lane, as far as it is a sum. What is neither is not.
bool countsDown(const Value *value, const ShapeInfo &shapes) {
  while (!shapes.shape(value).isAffine()) {
    const Value *a, *b;
    if (match(value, m_Sub(m_Value(), m_Value(b))) && !shapes.shape(b).isUniform())
      return true;
    if (match(value, m_Not(m_Value())))
      return true;
    if (match(value, m_AddLike(m_Value(a), m_Value(b))))
      value = shapes.shape(a).isUniform() ? b : a;
    else if (match(value, m_Sub(m_Value(a), m_Value())))
      value = a;
    else
      return false;
  }
  return shapes.shape(value).stride() < 0;
}

// The value without a constant that is added last.
const Value *withoutConstant(const Value *value) {
  const Value *base;
  return match(value, m_Add(m_Value(base), m_ConstantInt())) ? base : value;
}

// What has to be the same in all lanes for `condition` to be `holds` in all of them.
class Requirements {
public:
  Requirements(const ShapeInfo &shapes, UsualChoice &result) : shapes(shapes), result(result) {}

  bool add(const Value *condition, bool holds) {
    const Value *a, *b;
    if (result.requirements.size() == MaxRequirements)
      return false;
    if (shapes.shape(condition).isUniform()) {
      result.requirements.push_back({holds ? CmpInst::ICMP_NE : CmpInst::ICMP_EQ, condition,
                                     ConstantInt::getFalse(condition->getContext())});
      return true;
    }
    if (match(condition, m_Freeze(m_Value(a))))
      return add(a, holds);
    if (match(condition, m_Not(m_Value(a))))
      return add(a, !holds);
    if (holds ? match(condition, m_LogicalAnd(m_Value(a), m_Value(b)))
              : match(condition, m_LogicalOr(m_Value(a), m_Value(b))))
      return add(a, holds) && add(b, holds);
    auto *compare = dyn_cast<ICmpInst>(condition);
    return compare && add(holds ? compare->getPredicate() : compare->getInversePredicate(),
                          compare->getOperand(0), compare->getOperand(1));
  }

  bool add(CmpInst::Predicate predicate, const Value *value, const Value *bound) {
    // What differs is compared with what does not, or at least is known to be affine.
    if (shapes.shape(value).isUniform() ||
        (shapes.shape(value).isAffine() && !shapes.shape(bound).isAffine())) {
      std::swap(value, bound);
      predicate = CmpInst::getSwappedPredicate(predicate);
    }
    if (!value->getType()->isIntegerTy() || value->getType()->getIntegerBitWidth() > 64 ||
        !shapes.shape(bound).isAffine() || predicate == CmpInst::ICMP_EQ)
      return false;
    result.requirements.push_back({predicate, value, bound});
    return true;
  }

private:
  const ShapeInfo &shapes;
  UsualChoice &result;
};

// Whether a condition is about the value, up to a constant.
bool isCompared(const Value *condition, const Value *value) {
  auto *compare = dyn_cast<ICmpInst>(condition);
  return compare && any_of(compare->operands(), [&](const Use &use) {
           return !isa<Constant>(use) && withoutConstant(use) == withoutConstant(value);
         });
}

// Whether the first of two numbers is the usual one; `condition` chooses it, if there is one.
// Nothing if neither is.
std::optional<bool> isFirstUsual(const Value *first, const Value *second, const Value *condition,
                                 const ShapeInfo &shapes) {
  auto only = [](bool one, bool other) { return one == other ? std::nullopt : std::optional(one); };
  const bool is_uniform = shapes.shape(first).isUniform(), other = shapes.shape(second).isUniform();
  if (is_uniform && other) // such as the row's width, or nothing, that is added to an index
    return only(match(first, m_Zero()), match(second, m_Zero()));
  if (is_uniform != other)
    return other;
  if (auto up = only(!countsDown(first, shapes), !countsDown(second, shapes)))
    return up;
  return condition ? only(isCompared(condition, first), isCompared(condition, second))
                   : std::nullopt;
}

std::optional<UsualChoice> usualLimit(const MinMaxIntrinsic &limit, const ShapeInfo &shapes) {
  const Value *usual = limit.getLHS(), *bound = limit.getRHS();
  const std::optional<bool> is_first = isFirstUsual(usual, bound, /*condition=*/nullptr, shapes);
  if (!is_first)
    return std::nullopt;
  if (!*is_first)
    std::swap(usual, bound);
  UsualChoice result{usual, {}};
  CmpInst::Predicate predicate = CmpInst::getNonStrictPredicate(limit.getPredicate());
  const DataLayout &layout = limit.getDataLayout();
  if (limit.getIntrinsicID() == Intrinsic::umin && isKnownNonNegative(usual, layout) &&
      isKnownNonNegative(bound, layout))
    predicate = CmpInst::ICMP_SLE; // as neighbours have it, which are tested together
  if (!Requirements(shapes, result).add(predicate, usual, bound))
    return std::nullopt;
  return result;
}

} // namespace

std::optional<UsualChoice> usualChoice(const Value *value, const ShapeInfo &shapes) {
  if (!isa<SelectInst, IntrinsicInst, BinaryOperator>(value) || shapes.shape(value).isAffine() ||
      !(value->getType()->isIntegerTy() || value->getType()->isPointerTy()) ||
      value->getType()->isIntegerTy(1))
    return std::nullopt;
  if (auto *limit = dyn_cast<MinMaxIntrinsic>(value))
    return usualLimit(*limit, shapes);
  UsualChoice result{nullptr, {}};
  Requirements requirements(shapes, result);
  const Value *x;
  const unsigned bits = value->getType()->getScalarSizeInBits();
  // LLVM writes x < 0 ? -x - 1 : x as x ^ x >> 31.
  const bool is_reflected =
      match(value, m_c_Xor(m_AShr(m_Value(x), m_SpecificInt(bits - 1)), m_Deferred(x)));
  if (is_reflected || match(value, m_Intrinsic<Intrinsic::abs>(m_Value(x)))) {
    result.usual = x;
    return requirements.add(CmpInst::ICMP_SGE, x, Constant::getNullValue(x->getType()))
               ? std::optional(result)
               : std::nullopt;
  }
  auto *select = dyn_cast<SelectInst>(value);
  if (!select || select->getCondition()->getType()->isVectorTy())
    return std::nullopt;
  const std::optional<bool> is_first =
      isFirstUsual(select->getTrueValue(), select->getFalseValue(), select->getCondition(), shapes);
  if (!is_first)
    return std::nullopt;
  result.usual = *is_first ? select->getTrueValue() : select->getFalseValue();
  return requirements.add(select->getCondition(), *is_first) ? std::optional(result) : std::nullopt;
}

} // namespace weft
