// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The widener's accesses with a stride: vectors side by side and shuffles. Where only the wrapping
// of a narrow index, which unsigned arithmetic allows, or the clamping of one could break the
// stride, the code asks at run time: the tests are on scalars, and mostly hold.
#include "passes/vectorize/access/access.h"
#include "passes/vectorize/widener.h"

#include "passes/address_space.h"

#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"

using namespace llvm;

namespace weft {
namespace {

Value *reversed(IRBuilderBase &builder, Value *vector) {
  SmallVector<int, 64> from;
  for (unsigned i = cast<FixedVectorType>(vector->getType())->getNumElements(); i-- > 0;)
    from.push_back(int(i));
  return builder.CreateShuffleVector(vector, from);
}

} // namespace

// A divisor that the tests find to be none of those that trap, made one where they do not hold.
// Without an active lane it may be poison.
static Value *harmless(IRBuilderBase &builder, Value *divisor) {
  return builder.CreateBinaryIntrinsic(Intrinsic::umax, builder.CreateFreeze(divisor),
                                       ConstantInt::get(divisor->getType(), 1));
}

// Lane 0's value of what speculate() has accepted, if the tests hold.
Value *Widener::laneZero(const Value *value) {
  if (hasScalar(value))
    return scalarOf(value);
  if (auto *op = dyn_cast<BinaryOperator>(value); op && op->isIntDivRem()) {
    Value *first = laneZero(op->getOperand(0));
    Value *divisor = harmless(builder, scalarOf(safeDivisor(*op)));
    bool is_rem = op->getOpcode() == Instruction::URem || op->getOpcode() == Instruction::SRem;
    return is_rem ? builder.CreateURem(first, divisor) : builder.CreateUDiv(first, divisor);
  }
  if (auto *limit = dyn_cast<MinMaxIntrinsic>(value))
    return laneZero(isUniform(limit->getRHS()) ? limit->getLHS() : limit->getRHS());
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

// Whether an affine integer does not wrap between lane 0, which holds `first`, and the last.
Value *Widener::fitsLanes(Value *first, int64_t stride, bool is_signed) {
  int64_t span;
  if (__builtin_mul_overflow(stride, int64_t(width - 1), &span))
    return builder.getFalse();
  return fitsWithin(first, span, is_signed);
}

// Whether nothing wraps between `first` and what is `span` from it.
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

Value *Widener::holds(const SpeculationTest &test) {
  Value *first = laneZero(test.value);
  if (test.kind == SpeculationTest::SameRow || test.kind == SpeculationTest::SameRowSigned)
    return inOneRow(first, test);
  if (test.kind == SpeculationTest::SameBlock || test.kind == SpeculationTest::SameBlockHigh)
    return inOneBlock(first, test);
  bool is_unsigned =
      test.kind == SpeculationTest::Unsigned || test.kind == SpeculationTest::BelowBits;
  Value *fits = fitsLanes(first, test.stride, !is_unsigned);
  if (!test.bound)
    return fits;
  Value *bound = scalarOf(test.bound);
  Value *last = builder.CreateAdd(
      first, ConstantInt::getSigned(first->getType(), test.stride * int64_t(width - 1)));
  if (test.kind == SpeculationTest::BelowBits) {
    // The bits below the lowest: all of them if there is none.
    Value *below = builder.CreateAnd(
        builder.CreateNot(bound), builder.CreateSub(bound, ConstantInt::get(bound->getType(), 1)));
    return builder.CreateAnd(fits, builder.CreateICmpULE(last, below));
  }
  bool at_least = test.kind == SpeculationTest::AtLeast;
  // The lane that comes nearest to the bound.
  Value *nearest = at_least == (test.stride >= 0) ? first : last;
  return builder.CreateAnd(
      fits, builder.CreateICmp(at_least ? ICmpInst::ICMP_SGE : ICmpInst::ICMP_SLE, nearest, bound));
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
    SpeculationTest::Kind kind;
    const Value *bound;
    int64_t offset; // of the outermost
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

static Neighbour neighbour(const Value *value, const ShapeInfo &shapes) {
  constexpr int64_t MaxOffset = 1 << 16;
  while (auto *limit = dyn_cast<MinMaxIntrinsic>(value))
    value = shapes.shape(limit->getRHS()).isUniform() ? limit->getLHS() : limit->getRHS();
  auto *sum = dyn_cast<BinaryOperator>(value);
  auto *added = sum && sum->getOpcode() == Instruction::Add
                    ? dyn_cast<ConstantInt>(sum->getOperand(1))
                    : nullptr;
  if (!added || added->getBitWidth() > 64 || std::abs(added->getSExtValue()) > MaxOffset)
    return {value, 0};
  return {sum->getOperand(0), added->getSExtValue()};
}

// Whether all of the tests hold.
Value *Widener::allHold(ArrayRef<SpeculationTest> tests) {
  SmallVector<Neighbourhood, 4> neighbourhoods;
  Value *result = builder.getTrue();
  for (const SpeculationTest &test : tests) {
    bool is_bound = test.kind == SpeculationTest::AtLeast || test.kind == SpeculationTest::AtMost;
    auto [base, offset] = neighbour(test.value, shapes);
    if (!is_bound || test.stride < 0 || !hasScalar(base)) {
      result = builder.CreateAnd(result, holds(test));
      continue;
    }
    auto found = find_if(neighbourhoods, [&](const Neighbourhood &known) {
      return isSame(known.base, base) && known.stride == test.stride;
    });
    if (found == neighbourhoods.end()) {
      neighbourhoods.push_back({base, test.stride, offset, offset, {}, {}});
      found = std::prev(neighbourhoods.end());
    }
    found->first = std::min(found->first, offset);
    found->last = std::max(found->last, offset);
    found->tests.push_back(&test);
    auto bound = find_if(found->bounds, [&](const Neighbourhood::Bound &known) {
      return known.kind == test.kind && known.bound == test.bound;
    });
    if (bound == found->bounds.end())
      found->bounds.push_back({test.kind, test.bound, offset});
    else
      bound->offset = test.kind == SpeculationTest::AtLeast ? std::min(bound->offset, offset)
                                                            : std::max(bound->offset, offset);
  }
  for (const Neighbourhood &near : neighbourhoods) {
    if (near.first == near.last) {
      for (const SpeculationTest *test : near.tests)
        result = builder.CreateAnd(result, holds(*test));
      continue;
    }
    Value *base = scalarOf(near.base);
    auto at = [&](int64_t offset) {
      return builder.CreateAdd(base, ConstantInt::getSigned(base->getType(), offset));
    };
    int64_t span = near.stride * int64_t(width - 1);
    result = builder.CreateAnd(
        result, fitsWithin(at(near.first), near.last - near.first + span, /*is_signed=*/true));
    for (const Neighbourhood::Bound &bound : near.bounds) {
      Value *limit = scalarOf(bound.bound);
      result =
          builder.CreateAnd(result, bound.kind == SpeculationTest::AtLeast
                                        ? builder.CreateICmpSGE(at(bound.offset), limit)
                                        : builder.CreateICmpSLE(at(bound.offset + span), limit));
    }
  }
  return result;
}

Value *Widener::inOneRow(Value *first, const SpeculationTest &test) {
  Type *type = first->getType();
  bool is_signed = test.kind == SpeculationTest::SameRowSigned;
  Value *row = scalarOf(test.bound), *none = ConstantInt::get(type, 0);
  // Where the type cannot hold it, fitsLanes() says no.
  Value *reach = ConstantInt::get(
      type, APInt(64, uint64_t(test.stride) * (width - 1)).zextOrTrunc(type->getIntegerBitWidth()));
  Value *left = builder.CreateSub(row, builder.CreateURem(first, harmless(builder, row)));
  Value *result = builder.CreateAnd(fitsLanes(first, test.stride, is_signed),
                                    builder.CreateICmpULT(reach, left));
  if (is_signed)
    result = builder.CreateAnd(result, builder.CreateAnd(builder.CreateICmpSGE(first, none),
                                                         builder.CreateICmpSGT(row, none)));
  return result;
}

Value *Widener::inOneBlock(Value *first, const SpeculationTest &test) {
  Type *type = first->getType();
  uint64_t block = PowerOf2Ceil(uint64_t(test.stride) * (width - 1) + 1);
  if (!isUIntN(type->getIntegerBitWidth(), block))
    return builder.getFalse();
  Constant *bits = ConstantInt::get(type, block - 1), *none = ConstantInt::get(type, 0);
  Value *wanted = test.kind == SpeculationTest::SameBlock ? bits : none;
  return builder.CreateAnd(
      builder.CreateICmpEQ(builder.CreateAnd(first, bits), none),
      builder.CreateICmpEQ(builder.CreateAnd(scalarOf(test.bound), bits), wanted));
}

// Leaves the builder in `regular`.
Widener::SpeculationBlocks Widener::branchOn(const Speculation &speculation, Value *also) {
  SpeculationBlocks blocks{newBlock("regular"), newBlock("irregular"), newBlock("accessed")};
  Value *all_hold = allHold(speculation.tests);
  if (also)
    all_hold = builder.CreateAnd(also, all_hold);
  // One access for all lanes is for a lane that is there.
  if (speculation.stride == 0)
    all_hold = builder.CreateAnd(all_hold, any(current_mask));
  // Without an active lane it may be poison.
  MDBuilder hints(wide->getContext());
  builder.CreateCondBr(builder.CreateFreeze(all_hold), blocks.regular, blocks.other,
                       hints.createLikelyBranchWeights());
  builder.SetInsertPoint(blocks.regular);
  return blocks;
}

Widener::Elements Widener::broadcastLoad(const LoadInst &load, Value *pointer) {
  Value *loaded =
      describe(builder.CreateAlignedLoad(load.getType(), pointer, load.getAlign()), load);
  Elements results;
  for (unsigned i = 0; i < flatCount(load.getType()); ++i)
    results.push_back(splat(extractFlat(loaded, i)));
  return results;
}

Widener::Elements Widener::unpack(Value *packed, Type *element) {
  unsigned bits = unsigned(layout.getTypeSizeInBits(element));
  FixedVectorType *integers = wideType(builder.getIntNTy(bits));
  Elements results;
  for (unsigned at = 0; at < packed->getType()->getScalarSizeInBits(); at += bits)
    results.push_back(builder.CreateBitCast(
        builder.CreateTrunc(builder.CreateLShr(packed, uint64_t(at)), integers),
        wideType(element)));
  return results;
}

// Whether some element may be one that the program never wrote, such as the last of a uchar3 that
// was made a uchar4.
static bool mayHoldUndefined(const Value *value) {
  constexpr unsigned Most = 1024; // values that are looked at
  SmallPtrSet<const Value *, 32> seen;
  SmallVector<const Value *, 32> pending = {value};
  while (!pending.empty()) {
    const Value *next = pending.pop_back_val();
    if (!seen.insert(next).second)
      continue;
    if (seen.size() > Most)
      return true;
    if (auto *constant = dyn_cast<Constant>(next)) {
      if (constant->containsUndefOrPoisonElement() || isa<UndefValue>(constant))
        return true;
      continue;
    }
    auto *instruction = dyn_cast<Instruction>(next);
    if (!instruction || isa<FreezeInst>(instruction))
      continue;
    // The work-item's own memory holds what was written there; that of others is theirs to define.
    if (auto *load = dyn_cast<LoadInst>(instruction)) {
      if (mayLeadToPrivate(load->getPointerAddressSpace()))
        return true;
      continue;
    }
    if (auto *call = dyn_cast<CallBase>(instruction)) {
      if (isa<IntrinsicInst>(call))
        pending.append(call->arg_begin(), call->arg_end());
      else if (!call->hasRetAttr(Attribute::NoUndef))
        return true;
      continue;
    }
    if (auto *shuffle = dyn_cast<ShuffleVectorInst>(instruction)) {
      int elements =
          int(cast<FixedVectorType>(shuffle->getOperand(0)->getType())->getNumElements());
      if (is_contained(shuffle->getShuffleMask(), PoisonMaskElem))
        return true;
      pending.push_back(shuffle->getOperand(0));
      if (any_of(shuffle->getShuffleMask(), [&](int from) { return from >= elements; }))
        pending.push_back(shuffle->getOperand(1));
      continue;
    }
    // All that is known of a chain that writes every element.
    if (isa<InsertElementInst>(instruction)) {
      SmallBitVector written(cast<FixedVectorType>(instruction->getType())->getNumElements());
      const Value *base = instruction;
      while (auto *insert = dyn_cast<InsertElementInst>(base)) {
        if (auto *at = dyn_cast<ConstantInt>(insert->getOperand(2));
            at && at->getValue().ult(written.size()))
          written.set(unsigned(at->getZExtValue()));
        pending.push_back(insert->getOperand(1));
        base = insert->getOperand(0);
      }
      if (!written.all())
        pending.push_back(base);
      continue;
    }
    pending.append(instruction->op_begin(), instruction->op_end());
  }
  return false;
}

Value *Widener::pack(const Value *value, IntegerType *type) {
  unsigned bits = unsigned(layout.getTypeSizeInBits(value->getType()->getScalarType()));
  // In one integer, such an element would make the others undefined too.
  const bool freeze = mayHoldUndefined(value);
  Value *packed = nullptr;
  for (unsigned i = 0; i < flatCount(value->getType()); ++i) {
    Value *part = builder.CreateBitCast(vectorOf(value, i), wideType(builder.getIntNTy(bits)));
    if (freeze)
      part = builder.CreateFreeze(part);
    part = builder.CreateShl(builder.CreateZExt(part, wideType(type)), uint64_t(i * bits));
    packed = packed ? builder.CreateOr(packed, part) : part;
  }
  return packed;
}

Widener::Elements Widener::stridedLoad(const LoadInst &load, Value *pointer, int64_t stride) {
  Type *element = load.getType()->getScalarType();
  uint64_t bytes = layout.getTypeStoreSize(element);
  unsigned count = flatCount(load.getType());
  // Of lanes that overlap, what one has to itself at a time.
  unsigned run = unsigned(std::min<uint64_t>(count, uint64_t(std::abs(stride)) / bytes));
  Elements results;
  for (unsigned i = 0; i < count; i += run) {
    Value *start = elementAddress(pointer, int64_t(i * bytes));
    Align align = commonAlignment(load.getAlign(), i * bytes);
    unsigned wanted = std::min(run, count - i);
    IntegerType *packed = packedType(element, wanted, layout);
    if (packed && stride * 8 == int64_t(packed->getBitWidth()))
      results.append(
          unpack(maskedLoad(wideType(packed), start, align, current_mask, load), element));
    else
      results.append(stridedParts(load, start, align, wanted, stride));
  }
  return results;
}

// The first `count` elements at each lane's address.
Widener::Elements Widener::stridedParts(const LoadInst &load, Value *pointer, Align align,
                                        unsigned count, int64_t stride) {
  Type *element = load.getType()->getScalarType();
  int64_t bytes = layout.getTypeStoreSize(element);
  unsigned parts = unsigned(std::abs(stride) / bytes);
  Value *mask = current_mask;
  if (stride < 0) {
    pointer = elementAddress(pointer, stride * int64_t(width - 1));
    mask = reversed(builder, mask);
  }
  FixedVectorType *type = wideType(element);
  SmallVector<Value *, 16> loaded;
  for (unsigned part = 0; part < parts; ++part) {
    // Nothing is read behind the last lane's last element.
    unsigned shift = part + 1 == parts ? parts - count : 0;
    if (shift >= width)
      shift = 0;
    unsigned first = part * width - shift;
    Value *lanes = repeatMask(mask, parts, count, first, /*gaps=*/true);
    Value *vector = maskedLoad(type, elementAddress(pointer, first * bytes),
                               commonAlignment(align, uint64_t(first * bytes)), lanes, load);
    if (shift) {
      SmallVector<int, 64> from;
      for (unsigned i = 0; i < width; ++i)
        from.push_back(i + shift < width ? int(i + shift) : PoisonMaskElem);
      vector = builder.CreateShuffleVector(vector, from);
    }
    loaded.push_back(vector);
  }
  Elements results = deinterleave(loaded);
  results.truncate(count);
  if (stride < 0)
    for (Value *&result : results)
      result = reversed(builder, result);
  return results;
}

void Widener::stridedStore(const StoreInst &store, Value *pointer, int64_t stride) {
  const Value *value = store.getValueOperand();
  if (IntegerType *packed =
          packedType(value->getType()->getScalarType(), flatCount(value->getType()), layout);
      packed && stride * 8 == int64_t(packed->getBitWidth()))
    return maskedStore(pack(value, packed), pointer, store.getAlign(), current_mask, store);
  int64_t bytes = layout.getTypeStoreSize(value->getType()->getScalarType());
  unsigned count = flatCount(value->getType());
  SmallVector<Value *, 16> values;
  for (unsigned i = 0; i < count; ++i)
    values.push_back(vectorOf(value, i));
  if (uint64_t(std::abs(stride) / bytes) >= count)
    return storeParts(store, pointer, store.getAlign(), values, stride);
  for (unsigned i = 0; i < count; ++i)
    storeParts(store, elementAddress(pointer, i * bytes),
               commonAlignment(store.getAlign(), uint64_t(i * bytes)), values[i], stride);
}

void Widener::storeParts(const StoreInst &store, Value *pointer, Align align,
                         ArrayRef<Value *> values, int64_t stride) {
  int64_t bytes = layout.getTypeStoreSize(store.getValueOperand()->getType()->getScalarType());
  unsigned parts = unsigned(std::abs(stride) / bytes), count = unsigned(values.size());
  Value *mask = current_mask;
  SmallVector<Value *, 16> elements(parts, nullptr);
  copy(values, elements.begin());
  if (stride < 0) {
    pointer = elementAddress(pointer, stride * int64_t(width - 1));
    mask = reversed(builder, mask);
    for (unsigned i = 0; i < count; ++i)
      elements[i] = reversed(builder, elements[i]);
  }
  Elements stored = interleave(elements);
  for (unsigned part = 0; part < parts; ++part) {
    unsigned first = part * width;
    Value *lanes = repeatMask(mask, parts, count, first, /*gaps=*/false);
    maskedStore(stored[part], elementAddress(pointer, first * bytes),
                commonAlignment(align, uint64_t(first * bytes)), lanes, store);
  }
}

} // namespace weft
