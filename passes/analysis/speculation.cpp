// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/analysis/speculation.h"

#include "passes/analysis/usual_choice.h"

#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;

namespace weft {
namespace {

// Expressions that are looked through for a stride, and tests that one access may need.
constexpr unsigned MaxDepth = 10;
constexpr unsigned MaxTests = 5;
constexpr int64_t MaxStride = 1 << 20;

class Speculator {
public:
  Speculator(const ShapeInfo &shapes, const DataLayout &layout) : shapes(shapes), layout(layout) {}
  bool find(const Value *value, Speculation &result, unsigned depth = 0) const;

private:
  bool findExtended(const Value *narrow, bool is_signed, Speculation &result, unsigned depth) const;

  const ShapeInfo &shapes;
  const DataLayout &layout;
};

void addTest(Speculation &result, const SpeculationTest &test) {
  if (!is_contained(result.tests, test))
    result.tests.push_back(test);
}

// Whether vectors often lie in two rows, as of a tile with a halo: what is at a border besides
// would be tested for little.
bool oftenFails(const SpeculationTest &test, const ShapeInfo &shapes) {
  constexpr unsigned LongRow = 4; // vectors
  auto *row = dyn_cast_or_null<ConstantInt>(test.bound);
  return row &&
         (test.kind == SpeculationTest::SameRow || test.kind == SpeculationTest::SameRowSigned) &&
         !row->getValue().isPowerOf2() && row->getValue().ult(LongRow * shapes.width());
}

// Whether tests on borders say that the value, which has been found, does not wrap either.
bool isTestedNotToWrap(const Value *value, bool is_signed, const Speculation &result,
                       const ShapeInfo &shapes) {
  for (std::optional<UsualChoice> choice = usualChoice(value, shapes); choice;
       choice = usualChoice(value, shapes)) {
    for (const SpeculationTest &test : result.tests)
      if (isBorder(test) && (test.value == value || test.value == choice->usual) &&
          CmpInst::isSigned(test.predicate) == is_signed)
        return true;
    value = choice->usual;
  }
  return false;
}

// The stride of `narrow`, extended.
bool Speculator::findExtended(const Value *narrow, bool is_signed, Speculation &result,
                              unsigned depth) const {
  if (shapes.shape(narrow).isUniform()) {
    result.stride = 0;
    return true;
  }
  if (const BinaryOperator *sum = sumExtendedApart(narrow, is_signed, shapes)) {
    if (!findExtended(sum->getOperand(0), is_signed, result, depth + 1))
      return false;
    int64_t first = result.stride;
    if (!findExtended(sum->getOperand(1), is_signed, result, depth + 1))
      return false;
    result.stride =
        sum->getOpcode() == Instruction::Sub ? first - result.stride : first + result.stride;
    return true;
  }
  if (!find(narrow, result, depth + 1))
    return false;
  if (shapes.shape(narrow).isAffine() || !isTestedNotToWrap(narrow, is_signed, result, shapes))
    addTest(result, {narrow, result.stride,
                     is_signed ? SpeculationTest::Signed : SpeculationTest::Unsigned, nullptr});
  return true;
}

bool Speculator::find(const Value *value, Speculation &result, unsigned depth) const {
  if (shapes.shape(value).isAffine()) {
    result.stride = shapes.shape(value).stride();
    return true;
  }
  if (depth > MaxDepth || result.tests.size() > MaxTests)
    return false;
  auto part = [&](const Value *of, int64_t &stride) {
    if (!find(of, result, depth + 1))
      return false;
    stride = result.stride;
    return true;
  };
  auto test = [&](const Value *of, SpeculationTest::Kind kind, const Value *bound) {
    addTest(result, {of, result.stride, kind, bound});
  };
  auto within = [&](const Requirement &what) {
    int64_t stride = 0;
    if (!part(what.value, stride))
      return false;
    addTest(result, {what.value, stride, SpeculationTest::Within, what.bound, what.predicate,
                     shapes.shape(what.bound).stride()});
    return true;
  };
  int64_t a = 0, b = 0;
  if (const std::optional<UsualChoice> choice = usualChoice(value, shapes)) {
    int64_t stride = 0;
    if (!part(choice->usual, stride) || !all_of(choice->requirements, within) ||
        any_of(result.tests, [&](const SpeculationTest &one) { return oftenFails(one, shapes); }))
      return false;
    result.stride = stride;
    return true;
  }
  if (auto *gep = dyn_cast<GetElementPtrInst>(value)) {
    if (gep->getType()->isVectorTy() || !part(gep->getPointerOperand(), a))
      return false;
    bool fits = true;
    ShapeInfo::visitIndices(*cast<GEPOperator>(gep), layout, [&](Value *index, uint64_t bytes) {
      if (!fits || !(fits = index->getType()->isIntegerTy(64) && part(index, b)))
        return;
      a += b * int64_t(bytes);
    });
    result.stride = a;
    return fits;
  }
  if (!value->getType()->isIntegerTy())
    return false;
  if (isa<FreezeInst, TruncInst>(value))
    return part(cast<Instruction>(value)->getOperand(0), a);
  if (auto *cast = dyn_cast<CastInst>(value); cast && isa<SExtInst, ZExtInst>(cast)) {
    const Value *narrow = cast->getOperand(0);
    return narrow->getType()->getScalarSizeInBits() >= 16 &&
           findExtended(narrow, isa<SExtInst>(cast), result, depth);
  }
  // An unsigned difference that stays at 0.
  if (auto *difference = dyn_cast<IntrinsicInst>(value);
      difference && difference->getIntrinsicID() == Intrinsic::usub_sat) {
    const Value *x = difference->getArgOperand(0), *less = difference->getArgOperand(1);
    return shapes.shape(less).isUniform() && within({CmpInst::ICMP_UGE, x, less});
  }
  auto *op = dyn_cast<BinaryOperator>(value);
  if (!op || op->getType()->getIntegerBitWidth() > 64)
    return false;
  auto *constant = dyn_cast<ConstantInt>(op->getOperand(1));
  unsigned bits = op->getType()->getIntegerBitWidth();
  // A quotient is uniform, and a remainder as the dividend, within a row of a flattened array.
  auto inRow = [&](const Value *row, SpeculationTest::Kind kind, bool remainder) {
    if (!shapes.shape(row).isUniform() || !part(op->getOperand(0), a) || a < 0 || a > MaxStride)
      return false;
    if (a != 0)
      test(op->getOperand(0), kind, row);
    result.stride = remainder ? a : 0;
    return true;
  };
  // The same by blocks of a power of two that is not known here: x & (n - 1), x & -n.
  auto inBlock = [&](const Value *x, const Value *mask) {
    using namespace PatternMatch;
    const APInt *added;
    // Of n - 1, InstCombine keeps the bits that matter.
    bool low = match(mask, m_Add(m_Value(), m_APInt(added))) && added->countr_one() >= 6;
    bool high = match(mask, m_Neg(m_Value())) || match(mask, m_Not(m_Value()));
    if (!(low || high) || !shapes.shape(mask).isUniform() || !part(x, a) || a < 0 || a > MaxStride)
      return false;
    if (a != 0)
      test(x, low ? SpeculationTest::SameBlock : SpeculationTest::SameBlockHigh, mask);
    result.stride = low ? a : 0;
    return true;
  };
  // The same by rows of a power of two of which the exponent is not known here.
  auto inHighBits = [&](SpeculationTest::Kind kind) {
    const Value *x = op->getOperand(0), *exponent = op->getOperand(1);
    if (!shapes.shape(exponent).isUniform() || !part(x, a) || a < 0 || a > MaxStride)
      return false;
    if (a != 0)
      test(x, kind, exponent);
    result.stride = 0;
    return true;
  };
  // A sum of which nothing else says that it is one.
  auto inLowBits = [&](const Value *x, const Value *rest) {
    const Speculation before = result;
    if (!part(rest, b) || b != 0 || !part(x, a) || a < 0 || a > MaxStride) {
      result = before;
      return false;
    }
    if (a != 0)
      test(x, SpeculationTest::BelowBits, rest);
    return true;
  };
  switch (op->getOpcode()) {
  case Instruction::Or: // a sum, such as of a row's start in a table of constant width and a column
    if (!cast<PossiblyDisjointInst>(op)->isDisjoint())
      return inLowBits(op->getOperand(0), op->getOperand(1)) ||
             inLowBits(op->getOperand(1), op->getOperand(0));
    [[fallthrough]];
  case Instruction::Add:
  case Instruction::Sub:
    if (!part(op->getOperand(0), a) || !part(op->getOperand(1), b))
      return false;
    result.stride = op->getOpcode() == Instruction::Sub ? a - b : a + b;
    return true;
  case Instruction::UDiv:
    return inRow(safeDivisor(*op), SpeculationTest::SameRow, /*remainder=*/false);
  case Instruction::SDiv:
    return inRow(safeDivisor(*op), SpeculationTest::SameRowSigned, /*remainder=*/false);
  case Instruction::URem:
    return inRow(safeDivisor(*op), SpeculationTest::SameRow, /*remainder=*/true);
  case Instruction::SRem:
    return inRow(safeDivisor(*op), SpeculationTest::SameRowSigned, /*remainder=*/true);
  case Instruction::LShr:
    if (!constant)
      return inHighBits(SpeculationTest::SameHighBits);
    return constant->getValue().ult(bits - 1) &&
           inRow(ConstantInt::get(op->getType(),
                                  APInt::getOneBitSet(bits, unsigned(constant->getZExtValue()))),
                 SpeculationTest::SameRow, /*remainder=*/false);
  case Instruction::AShr:
    return inHighBits(SpeculationTest::SameHighBitsSigned);
  case Instruction::And:
    if (!constant)
      return inBlock(op->getOperand(0), op->getOperand(1)) ||
             inBlock(op->getOperand(1), op->getOperand(0));
    return constant->getValue().isMask() && !constant->isMinusOne() &&
           inRow(ConstantInt::get(op->getType(), constant->getValue() + 1),
                 SpeculationTest::SameRow, /*remainder=*/true);
  case Instruction::Mul:
    // Both the same in all lanes, if the tests hold.
    if (!constant && part(op->getOperand(0), a) && a == 0 && part(op->getOperand(1), b) && b == 0)
      return true;
    [[fallthrough]];
  case Instruction::Shl:
    if (!constant && shapes.shape(op->getOperand(1)).isUniform() && part(op->getOperand(0), a) &&
        a == 0)
      return true;
    if (!constant || constant->getValue().getActiveBits() > 16 || !part(op->getOperand(0), a) ||
        std::abs(a) > MaxStride)
      return false;
    if (op->getOpcode() == Instruction::Shl && constant->getZExtValue() > 16)
      return false;
    result.stride = op->getOpcode() == Instruction::Mul
                        ? a * int64_t(constant->getZExtValue())
                        : a * (int64_t(1) << constant->getZExtValue());
    return true;
  default:
    return false;
  }
}

} // namespace

bool isBorder(const SpeculationTest &test) {
  return test.kind == SpeculationTest::Within && CmpInst::isRelational(test.predicate) &&
         test.bound_stride == 0 && test.stride != 0;
}

bool asksForPlace(const SpeculationTest &test) {
  switch (test.kind) {
  case SpeculationTest::SameRow:
  case SpeculationTest::SameRowSigned:
  case SpeculationTest::SameHighBits:
  case SpeculationTest::SameHighBitsSigned:
  case SpeculationTest::SameBlock:
  case SpeculationTest::SameBlockHigh:
    return true;
  default:
    return false;
  }
}

std::optional<Speculation> speculate(const Value *value, const ShapeInfo &shapes,
                                     const DataLayout &layout) {
  Speculation result;
  if (!Speculator(shapes, layout).find(value, result))
    return std::nullopt;
  return result;
}

const BinaryOperator *sumExtendedApart(const Value *narrow, bool is_signed,
                                       const ShapeInfo &shapes) {
  auto *op = dyn_cast<BinaryOperator>(narrow);
  bool is_sum = op && (op->getOpcode() == Instruction::Add || op->getOpcode() == Instruction::Sub);
  if (!is_sum || shapes.shape(op).isAffine() ||
      !(is_signed ? op->hasNoSignedWrap() : op->hasNoUnsignedWrap()))
    return nullptr;
  bool has_uniform =
      any_of(op->operands(), [&](const Use &use) { return shapes.shape(use).isUniform(); });
  return has_uniform ? op : nullptr;
}

const Value *safeDivisor(const BinaryOperator &division) {
  using namespace PatternMatch;
  Value *divisor = division.getOperand(1), *traps, *safe;
  if (!match(divisor, m_Select(m_Value(traps), m_One(), m_Value(safe))))
    return divisor;
  auto is_zero = m_SpecificICmp(ICmpInst::ICMP_EQ, m_Specific(safe), m_Zero());
  auto overflows = m_c_LogicalAnd(
      m_SpecificICmp(ICmpInst::ICMP_EQ, m_Specific(division.getOperand(0)), m_SignMask()),
      m_SpecificICmp(ICmpInst::ICMP_EQ, m_Specific(safe), m_AllOnes()));
  return match(traps, is_zero) || match(traps, m_c_LogicalOr(is_zero, overflows)) ? safe : divisor;
}

} // namespace weft
