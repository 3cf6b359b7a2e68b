// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/vectorize/access/speculation_tests.h"

#include "passes/analysis/usual_choice.h"

#include "llvm/IR/MDBuilder.h"

using namespace llvm;

namespace weft {

Value *SpeculationTests::holds(const SpeculationTest &test) {
  Value *first = core.laneZero(test.value);
  if (test.kind == SpeculationTest::SameRow || test.kind == SpeculationTest::SameRowSigned)
    return inOneRow(first, test);
  if (test.kind == SpeculationTest::SameHighBits ||
      test.kind == SpeculationTest::SameHighBitsSigned)
    return agreeInHighBits(first, test);
  if (test.kind == SpeculationTest::SameBlock || test.kind == SpeculationTest::SameBlockHigh)
    return inOneBlock(first, test);
  if (test.kind == SpeculationTest::Within)
    return isWithin(first, test);
  Value *fits = core.fitsLanes(first, test.stride, test.kind == SpeculationTest::Signed);
  if (test.kind != SpeculationTest::BelowBits)
    return fits;
  // The bits below the lowest: all of them if there is none.
  Value *bound = core.laneZero(test.bound);
  Value *below = builder.CreateAnd(builder.CreateNot(bound),
                                   builder.CreateSub(bound, ConstantInt::get(bound->getType(), 1)));
  return builder.CreateAnd(fits, builder.CreateICmpULE(lastLane(first, test.stride), below));
}

// The last lane's value, if none wraps.
Value *SpeculationTests::lastLane(Value *first, int64_t stride) {
  return stride == 0 ? first
                     : builder.CreateAdd(first, ConstantInt::getSigned(
                                                    first->getType(), stride * int64_t(width - 1)));
}

// What neither wraps nor turns around lies on one side if its ends do.
Value *SpeculationTests::isWithin(Value *first, const SpeculationTest &test) {
  Value *bound = core.scalarOf(test.bound);
  const CmpInst::Predicate predicate = test.predicate;
  if (CmpInst::isEquality(predicate) && test.stride == test.bound_stride)
    return builder.CreateICmp(predicate, first, bound);
  const bool is_signed = CmpInst::isSigned(predicate);
  Value *fits = builder.CreateAnd(core.fitsLanes(first, test.stride, is_signed),
                                  core.fitsLanes(bound, test.bound_stride, is_signed));
  Value *last = lastLane(first, test.stride), *last_bound = lastLane(bound, test.bound_stride);
  auto both = [&](CmpInst::Predicate one) {
    return builder.CreateAnd(builder.CreateICmp(one, first, bound),
                             builder.CreateICmp(one, last, last_bound));
  };
  if (predicate == CmpInst::ICMP_NE)
    return builder.CreateAnd(fits,
                             builder.CreateOr(both(CmpInst::ICMP_ULT), both(CmpInst::ICMP_UGT)));
  if (test.bound_stride != 0)
    return builder.CreateAnd(fits, both(predicate));
  // The lane that comes nearest to the bound.
  const bool is_below = ICmpInst::isLT(predicate) || ICmpInst::isLE(predicate);
  Value *nearest = is_below == (test.stride >= 0) ? last : first;
  return builder.CreateAnd(fits, builder.CreateICmp(predicate, nearest, bound));
}

namespace {

// What is a constant away from `base` in lane 0 (Widener::laneZero), and in the others a stride
// more.
struct Neighbour {
  const Value *base;
  int64_t offset;
};

// Signed bounds on values that are near to each other, such as of the columns of a stencil: if the
// outermost do not wrap between each other, nor over the lanes, none does.
struct Neighbourhood {
  const Value *base;
  int64_t stride;
  int64_t first, last; // offsets
  struct Bound {
    bool is_least;
    const Value *bound;
    int64_t offset; // of the outermost, which may be equal to it
  };
  SmallVector<Bound, 2> bounds;
  SmallVector<const SpeculationTest *, 8> tests;
};

} // namespace

// Each may have a truncated id of its own.
static bool isSame(const Value *a, const Value *b) {
  auto *one = dyn_cast<TruncInst>(a), *other = dyn_cast<TruncInst>(b);
  return a == b || (one && other && one->isIdenticalTo(other));
}

static bool isNear(const ConstantInt &number) {
  constexpr int64_t MaxOffset = 1 << 16;
  return number.getBitWidth() <= 64 && std::abs(number.getSExtValue()) <= MaxOffset;
}

static Neighbour neighbour(const Value *value, const ShapeInfo &shapes) {
  while (const std::optional<UsualChoice> choice = usualChoice(value, shapes))
    value = choice->usual;
  auto *sum = dyn_cast<BinaryOperator>(value);
  auto *added = sum && sum->getOpcode() == Instruction::Add
                    ? dyn_cast<ConstantInt>(sum->getOperand(1))
                    : nullptr;
  if (!added || !isNear(*added))
    return {value, 0};
  return {sum->getOperand(0), added->getSExtValue()};
}

// Whether all of the tests hold.
Value *SpeculationTests::allHold(ArrayRef<SpeculationTest> tests) {
  SmallVector<Neighbourhood, 4> neighbourhoods;
  Value *result = builder.getTrue();
  for (const SpeculationTest &test : tests) {
    auto [base, offset] = neighbour(test.value, shapes);
    if (!isBorder(test) || CmpInst::isUnsigned(test.predicate) || test.stride < 0 ||
        !core.hasScalar(base)) {
      result = builder.CreateAnd(result, holds(test));
      continue;
    }
    const bool is_least = ICmpInst::isGT(test.predicate) || ICmpInst::isGE(test.predicate);
    if (CmpInst::isStrictPredicate(test.predicate))
      offset += is_least ? -1 : 1; // x > bound is x - 1 >= bound
    auto found = find_if(neighbourhoods, [&](const Neighbourhood &known) {
      return isSame(known.base, base) && known.stride == test.stride;
    });
    if (found == neighbourhoods.end()) {
      neighbourhoods.push_back({base, test.stride, offset, offset, {}, {}});
      found = std::prev(neighbourhoods.end());
    }
    // What is at least 2 is, less 2, at least 0, as its neighbours are.
    const Value *limit = test.bound;
    int64_t distance = offset;
    if (auto *number = dyn_cast<ConstantInt>(limit); number && isNear(*number)) {
      distance -= number->getSExtValue();
      limit = Constant::getNullValue(number->getType());
    }
    found->first = std::min({found->first, offset, distance});
    found->last = std::max({found->last, offset, distance});
    found->tests.push_back(&test);
    auto bound = find_if(found->bounds, [&](const Neighbourhood::Bound &known) {
      return known.is_least == is_least && known.bound == limit;
    });
    if (bound == found->bounds.end())
      found->bounds.push_back({is_least, limit, distance});
    else
      bound->offset =
          is_least ? std::min(bound->offset, distance) : std::max(bound->offset, distance);
  }
  for (const Neighbourhood &near : neighbourhoods) {
    if (near.first == near.last) {
      for (const SpeculationTest *test : near.tests)
        result = builder.CreateAnd(result, holds(*test));
      continue;
    }
    Value *base = core.scalarOf(near.base);
    auto at = [&](int64_t offset) {
      return builder.CreateAdd(base, ConstantInt::getSigned(base->getType(), offset));
    };
    int64_t span = near.stride * int64_t(width - 1);
    result = builder.CreateAnd(
        result, core.fitsWithin(at(near.first), near.last - near.first + span, /*is_signed=*/true));
    for (const Neighbourhood::Bound &bound : near.bounds) {
      Value *limit = core.scalarOf(bound.bound);
      result = builder.CreateAnd(
          result, bound.is_least ? builder.CreateICmpSGE(at(bound.offset), limit)
                                 : builder.CreateICmpSLE(at(bound.offset + span), limit));
    }
  }
  return result;
}

Value *SpeculationTests::inOneRow(Value *first, const SpeculationTest &test) {
  Type *type = first->getType();
  bool is_signed = test.kind == SpeculationTest::SameRowSigned;
  Value *row = core.scalarOf(test.bound), *none = ConstantInt::get(type, 0);
  // Where the type cannot hold it, core.fitsLanes() says no.
  Value *reach = ConstantInt::get(
      type, APInt(64, uint64_t(test.stride) * (width - 1)).zextOrTrunc(type->getIntegerBitWidth()));
  Value *left = builder.CreateSub(row, builder.CreateURem(first, core.harmless(row)));
  Value *result = builder.CreateAnd(core.fitsLanes(first, test.stride, is_signed),
                                    builder.CreateICmpULT(reach, left));
  if (is_signed)
    result = builder.CreateAnd(result, builder.CreateAnd(builder.CreateICmpSGE(first, none),
                                                         builder.CreateICmpSGT(row, none)));
  return result;
}

Value *SpeculationTests::agreeInHighBits(Value *first, const SpeculationTest &test) {
  const bool is_signed = test.kind == SpeculationTest::SameHighBitsSigned;
  Value *last = builder.CreateAdd(
      first, ConstantInt::getSigned(first->getType(), test.stride * int64_t(width - 1)));
  Value *differs = builder.CreateLShr(builder.CreateXor(first, last), core.scalarOf(test.bound));
  return builder.CreateAnd(core.fitsLanes(first, test.stride, is_signed),
                           builder.CreateICmpEQ(differs, ConstantInt::get(first->getType(), 0)));
}

Value *SpeculationTests::inOneBlock(Value *first, const SpeculationTest &test) {
  Type *type = first->getType();
  uint64_t block = PowerOf2Ceil(uint64_t(test.stride) * (width - 1) + 1);
  if (!isUIntN(type->getIntegerBitWidth(), block))
    return builder.getFalse();
  Constant *bits = ConstantInt::get(type, block - 1), *none = ConstantInt::get(type, 0);
  Value *wanted = test.kind == SpeculationTest::SameBlock ? bits : none;
  return builder.CreateAnd(
      builder.CreateICmpEQ(builder.CreateAnd(first, bits), none),
      builder.CreateICmpEQ(builder.CreateAnd(core.scalarOf(test.bound), bits), wanted));
}

SpeculationTests::Blocks SpeculationTests::branchOn(const Speculation &speculation, Value *also) {
  Blocks blocks{core.newBlock("regular"), core.newBlock("irregular"), core.newBlock("accessed")};
  Value *all_hold = allHold(speculation.tests);
  if (also)
    all_hold = builder.CreateAnd(also, all_hold);
  // One access for all lanes is for a lane that is there.
  if (speculation.stride == 0)
    all_hold = builder.CreateAnd(all_hold, core.any(core.current_mask));
  // Without an active lane it may be poison.
  MDBuilder hints(core.wide->getContext());
  builder.CreateCondBr(builder.CreateFreeze(all_hold), blocks.regular, blocks.other,
                       hints.createLikelyBranchWeights());
  builder.SetInsertPoint(blocks.regular);
  return blocks;
}

} // namespace weft
