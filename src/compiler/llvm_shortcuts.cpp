// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shorter ways to what functions of LLVM return, which builds ask for often: the library is linked
// with --wrap for each, so that calls of it come here. Results are the same, but for the first two.
#include "llvm/ADT/APFloat.h"
#include "llvm/Analysis/SimplifyQuery.h"
#include "llvm/Analysis/WithCache.h"
#include "llvm/CodeGen/SelectionDAG.h"
#include "llvm/CodeGen/TargetLowering.h"
#include "llvm/IR/Constants.h"

#include <new>

#define WEFT_HIDDEN __attribute__((visibility("hidden")))

// TargetLowering::getNegatedExpression() makes the negative of a value for who wants to know
// whether it costs less: the code generator does, of each operand of each multiplication and
// addition. That of a vector constant costs the same, but it would be made element by element. So
// there is none, and at times a constant is used where its negative was another one.
#define WEFT_GET_NEGATED_EXPRESSION                                                                \
  "_ZNK4llvm14TargetLowering20getNegatedExpressionENS_7SDValueERNS_12SelectionDAGEbbRNS_"          \
  "18TargetLoweringBase13NegatibleCostEj"

WEFT_HIDDEN llvm::SDValue realNegated(const llvm::TargetLowering &lowering, llvm::SDValue value,
                                      llvm::SelectionDAG &dag, bool legal, bool for_size,
                                      llvm::TargetLowering::NegatibleCost &cost,
                                      unsigned depth) asm("__real_" WEFT_GET_NEGATED_EXPRESSION);

WEFT_HIDDEN llvm::SDValue negated(const llvm::TargetLowering &lowering, llvm::SDValue value,
                                  llvm::SelectionDAG &dag, bool legal, bool for_size,
                                  llvm::TargetLowering::NegatibleCost &cost,
                                  unsigned depth) asm("__wrap_" WEFT_GET_NEGATED_EXPRESSION);

llvm::SDValue negated(const llvm::TargetLowering &lowering, llvm::SDValue value,
                      llvm::SelectionDAG &dag, bool legal, bool for_size,
                      llvm::TargetLowering::NegatibleCost &cost, unsigned depth) {
  if (value.getOpcode() == llvm::ISD::BUILD_VECTOR)
    return {};
  return realNegated(lowering, value, dag, legal, for_size, cost, depth);
}

// haveNoCommonBitsSet() is what InstCombine makes an `or` of a sum by, such as of y * 256 + x where
// a condition says that x is below 256. But lanes run without conditions, or with the rows that
// they hold for (passes/emitters/row_guards.h), where only a sum is known to lie side by side. So
// conditions do not count here.
#define WEFT_NO_COMMON_BITS                                                                        \
  "_ZN4llvm19haveNoCommonBitsSetERKNS_9WithCacheIPKNS_5ValueEEES6_RKNS_13SimplifyQueryE"

using CachedValue = llvm::WithCache<const llvm::Value *>;

WEFT_HIDDEN bool
realNoCommonBits(const CachedValue &a, const CachedValue &b,
                 const llvm::SimplifyQuery &query) asm("__real_" WEFT_NO_COMMON_BITS);

WEFT_HIDDEN bool noCommonBits(const CachedValue &a, const CachedValue &b,
                              const llvm::SimplifyQuery &query) asm("__wrap_" WEFT_NO_COMMON_BITS);

bool noCommonBits(const CachedValue &a, const CachedValue &b, const llvm::SimplifyQuery &query) {
  return realNoCommonBits(a, b, query) &&
         realNoCommonBits(a.getValue(), b.getValue(), query.getWithoutDomCondCache());
}

// Constant::containsConstantExpression() looks at each element, which it makes a constant of first.
// There are no expressions in plain data.
#define WEFT_CONTAINS_CONSTANT_EXPRESSION "_ZNK4llvm8Constant26containsConstantExpressionEv"

WEFT_HIDDEN bool realContainsExpression(const llvm::Constant &constant) asm(
    "__real_" WEFT_CONTAINS_CONSTANT_EXPRESSION);

WEFT_HIDDEN bool
containsExpression(const llvm::Constant &constant) asm("__wrap_" WEFT_CONTAINS_CONSTANT_EXPRESSION);

bool containsExpression(const llvm::Constant &constant) {
  return !llvm::isa<llvm::ConstantData>(constant) && realContainsExpression(constant);
}

// IEEEFloat::IEEEFloat(semantics, integer) normalises. What is made with it most are the two keys
// that stand for no number in the table of floating-point constants, at each look into it.
#define WEFT_FLOAT_OF_INTEGER "_ZN4llvm6detail9IEEEFloatC1ERKNS_12fltSemanticsEm"

WEFT_HIDDEN void realMakeFloat(void *place, const llvm::fltSemantics &semantics,
                               uint64_t value) asm("__real_" WEFT_FLOAT_OF_INTEGER);

WEFT_HIDDEN void makeFloat(void *place, const llvm::fltSemantics &semantics,
                           uint64_t value) asm("__wrap_" WEFT_FLOAT_OF_INTEGER);

namespace {

struct NoNumber {
  explicit NoNumber(uint64_t value) { realMakeFloat(place, llvm::APFloat::Bogus(), value); }
  const llvm::detail::IEEEFloat &operator*() const {
    return *std::launder(reinterpret_cast<const llvm::detail::IEEEFloat *>(place));
  }
  alignas(llvm::detail::IEEEFloat) std::byte place[sizeof(llvm::detail::IEEEFloat)];
};

} // namespace

void makeFloat(void *place, const llvm::fltSemantics &semantics, uint64_t value) {
  static const NoNumber one(1), two(2);
  if (&semantics == &llvm::APFloat::Bogus() && (value == 1 || value == 2))
    new (place) llvm::detail::IEEEFloat(value == 1 ? *one : *two);
  else
    realMakeFloat(place, semantics, value);
}

// MVT::getVectorVT(element, count) compares what it is asked for with each type that there is.
#define WEFT_GET_VECTOR_TYPE "_ZN4llvm3MVT11getVectorVTES0_j"

WEFT_HIDDEN llvm::MVT vectorType(llvm::MVT element,
                                 unsigned count) asm("__wrap_" WEFT_GET_VECTOR_TYPE);

llvm::MVT vectorType(llvm::MVT element, unsigned count) {
  constexpr unsigned Never = 1u << 31;
  switch (unsigned(element.SimpleTy) << 16 | count) {
#define GET_VT_VECATTR(TYPE, SCALABLE, TUPLE, COUNT, ELEMENT)                                      \
  case ((SCALABLE) || (TUPLE) ? Never | llvm::MVT::TYPE : llvm::MVT::ELEMENT << 16 | (COUNT)):     \
    return llvm::MVT::TYPE;
#include "llvm/CodeGen/GenVT.inc"
#undef GET_VT_VECATTR
  default:
    return llvm::MVT::INVALID_SIMPLE_VALUE_TYPE;
  }
}
