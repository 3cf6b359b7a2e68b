// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The widener's values: scalars, vectors, single lanes, masks, and how they turn into each other.
#include "passes/vectorize/widener.h"

#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace weft {

unsigned Widener::flatCount(Type *type) const {
  if (type->isVoidTy())
    return 0;
  if (auto *vector = dyn_cast<FixedVectorType>(type))
    return vector->getNumElements();
  if (auto *array = dyn_cast<ArrayType>(type))
    return unsigned(array->getNumElements()) * flatCount(array->getElementType());
  if (auto *record = dyn_cast<StructType>(type)) {
    unsigned count = 0;
    for (Type *field : record->elements())
      count += flatCount(field);
    return count;
  }
  return 1;
}

Type *Widener::flatType(Type *type, unsigned index) const {
  if (auto *vector = dyn_cast<FixedVectorType>(type))
    return vector->getElementType();
  if (auto *array = dyn_cast<ArrayType>(type))
    return flatType(array->getElementType(), index % flatCount(array->getElementType()));
  if (auto *record = dyn_cast<StructType>(type))
    for (Type *field : record->elements()) {
      if (index < flatCount(field))
        return flatType(field, index);
      index -= flatCount(field);
    }
  return type;
}

FixedVectorType *Widener::wideType(Type *type) const { return FixedVectorType::get(type, width); }

namespace {

// Which member of an array or structure holds flat element `index`; `index` becomes the number
// within the member.
template <typename CountT> unsigned memberOf(Type *type, unsigned &index, CountT flat_count) {
  if (auto *array = dyn_cast<ArrayType>(type)) {
    unsigned each = flat_count(array->getElementType());
    unsigned member = index / each;
    index %= each;
    return member;
  }
  auto *record = cast<StructType>(type);
  unsigned member = 0;
  while (index >= flat_count(record->getElementType(member)))
    index -= flat_count(record->getElementType(member++));
  return member;
}

} // namespace

Value *Widener::extractFlat(Value *value, unsigned index) {
  while (value->getType()->isAggregateType()) {
    unsigned member =
        memberOf(value->getType(), index, [&](Type *type) { return flatCount(type); });
    value = builder.CreateExtractValue(value, member);
  }
  return value->getType()->isVectorTy() ? builder.CreateExtractElement(value, uint64_t(index))
                                        : value;
}

Value *Widener::insertFlat(Value *aggregate, Value *element, unsigned index) {
  Type *type = aggregate->getType();
  if (type->isVectorTy())
    return builder.CreateInsertElement(aggregate, element, uint64_t(index));
  if (!type->isAggregateType())
    return element;
  unsigned member = memberOf(type, index, [&](Type *of) { return flatCount(of); });
  Value *inner = insertFlat(builder.CreateExtractValue(aggregate, member), element, index);
  return builder.CreateInsertValue(aggregate, inner, member);
}

bool Widener::hasScalar(const Value *value) const { return shapes.shape(value).isAffine(); }

// An error in the plan of a level, not in what is widened.
void Widener::failUnmade(const Value &value) {
  raw_string_ostream(failure) << "a value is used before it is made: " << value;
}

Value *Widener::scalarOf(const Value *value) {
  if (isa<Constant>(value) || isa<MetadataAsValue>(value))
    return const_cast<Value *>(value);
  if (auto *arg = dyn_cast<Argument>(value))
    return wide->getArg(arg->getArgNo());
  if (Value *done = scalars.lookup(value))
    return done;
  if (failure.empty())
    failUnmade(*value);
  return PoisonValue::get(value->getType());
}

Value *Widener::splat(Value *value) {
  if (auto *constant = dyn_cast<Constant>(value))
    return ConstantVector::getSplat(ElementCount::getFixed(width), constant);
  return builder.CreateVectorSplat(width, value);
}

Value *Widener::steps(Type *integer, int64_t stride) {
  SmallVector<Constant *, 64> each;
  unsigned bits = integer->getIntegerBitWidth();
  for (unsigned lane = 0; lane < width; ++lane)
    each.push_back(ConstantInt::get(
        integer, APInt(64, uint64_t(stride) * lane, /*isSigned=*/true).sextOrTrunc(bits)));
  return ConstantVector::get(each);
}

Value *Widener::vectorOf(const Value *value, unsigned element) {
  if (!hasScalar(value)) {
    if (std::optional<int64_t> stride = regularStride(value))
      return builder.CreateAdd(splat(laneZero(value)), steps(value->getType(), *stride));
    auto found = vectors.find(value);
    if (found != vectors.end() && element < found->second.size())
      return found->second[element];
    if (failure.empty())
      failUnmade(*value);
    return PoisonValue::get(wideType(flatType(value->getType(), element)));
  }
  Value *first = scalarOf(value);
  int64_t stride = shapes.shape(value).stride();
  if (stride == 0)
    return splat(extractFlat(first, element));
  if (first->getType()->isPointerTy())
    return builder.CreateGEP(builder.getInt8Ty(), first,
                             steps(layout.getIndexType(first->getType()), stride));
  return builder.CreateAdd(splat(first), steps(first->getType(), stride));
}

Value *Widener::laneOf(const Value *value, Value *lane) {
  if (hasScalar(value) || isa<MetadataAsValue>(value)) {
    Value *first = scalarOf(value);
    int64_t stride = isa<MetadataAsValue>(value) ? 0 : shapes.shape(value).stride();
    if (stride == 0)
      return first;
    Type *type = first->getType();
    Type *integer = type->isPointerTy() ? layout.getIndexType(type) : type;
    Value *offset = builder.CreateMul(builder.CreateZExtOrTrunc(lane, integer),
                                      ConstantInt::getSigned(integer, stride));
    return type->isPointerTy() ? builder.CreateGEP(builder.getInt8Ty(), first, offset)
                               : builder.CreateAdd(first, offset);
  }
  unsigned count = flatCount(value->getType());
  Value *result = PoisonValue::get(value->getType());
  for (unsigned i = 0; i < count; ++i)
    result = insertFlat(result, builder.CreateExtractElement(vectorOf(value, i), lane), i);
  return result;
}

Value *Widener::maskBits(Value *mask) {
  return builder.CreateBitCast(mask, builder.getIntNTy(width));
}

Value *Widener::any(Value *mask) {
  Value *bits = maskBits(mask);
  return builder.CreateICmpNE(bits, Constant::getNullValue(bits->getType()));
}

Value *Widener::all(Value *mask) {
  Value *bits = maskBits(mask);
  return builder.CreateICmpEQ(bits, Constant::getAllOnesValue(bits->getType()));
}

Value *Widener::firstLane(Value *mask) {
  Value *bits = maskBits(mask);
  Value *lane =
      builder.CreateIntrinsic(Intrinsic::cttz, {bits->getType()}, {bits, builder.getInt1(true)});
  return builder.CreateZExtOrTrunc(lane, builder.getInt64Ty());
}

Value *Widener::lastLane(Value *mask) {
  Value *bits = maskBits(mask);
  Value *zeros =
      builder.CreateIntrinsic(Intrinsic::ctlz, {bits->getType()}, {bits, builder.getInt1(true)});
  return builder.CreateSub(builder.getInt64(width - 1),
                           builder.CreateZExtOrTrunc(zeros, builder.getInt64Ty()));
}

Value *Widener::maskAnd(Value *mask, Value *condition) {
  if (auto *constant = dyn_cast<Constant>(mask); constant && constant->isAllOnesValue())
    return condition;
  return builder.CreateSelect(mask, condition, Constant::getNullValue(mask->getType()));
}

// Element p of the result, p in [first, first + W), is lane p / times of `mask`; the elements
// p % times >= used lie between what two lanes want, and are true where `gaps` and both are.
Value *Widener::repeatMask(Value *mask, unsigned times, unsigned used, unsigned first, bool gaps) {
  if (times == 1)
    return mask;
  SmallVector<int, 64> lanes, next;
  SmallVector<Constant *, 64> wanted;
  bool whole = true;
  for (unsigned p = first; p < first + width; ++p) {
    bool gap = p % times >= used;
    unsigned lane = p / times;
    lanes.push_back(int(lane));
    // Lane 0 of the second operand, which is all true or all false, for what is no gap.
    next.push_back(gap && lane + 1 < width ? int(lane + 1) : int(width));
    wanted.push_back(builder.getInt1(!gap || (gaps && lane + 1 < width)));
    whole &= !gap;
  }
  Value *repeated = builder.CreateShuffleVector(mask, lanes);
  if (whole)
    return repeated;
  Constant *used_ones = ConstantVector::get(wanted);
  if (gaps)
    repeated = builder.CreateAnd(
        repeated,
        builder.CreateShuffleVector(mask, Constant::getAllOnesValue(mask->getType()), next));
  return builder.CreateAnd(repeated, used_ones);
}

// Parts of W elements each, of which element p belongs to result p % parts: parts become results.
Widener::Elements Widener::deinterleave(ArrayRef<Value *> parts) {
  unsigned count = parts.size();
  if (count == 1)
    return {parts[0]};
  Elements result;
  if (count % 2 == 0) {
    SmallVector<Value *, 8> even, odd;
    SmallVector<int, 64> evens, odds;
    for (unsigned i = 0; i < width; ++i) {
      evens.push_back(int(2 * i));
      odds.push_back(int(2 * i + 1));
    }
    for (unsigned i = 0; i < count; i += 2) {
      even.push_back(builder.CreateShuffleVector(parts[i], parts[i + 1], evens));
      odd.push_back(builder.CreateShuffleVector(parts[i], parts[i + 1], odds));
    }
    Elements low = deinterleave(even), high = deinterleave(odd);
    for (unsigned i = 0; i < count / 2; ++i)
      result.append({low[i], high[i]});
    return result;
  }
  for (unsigned r = 0; r < count; ++r) {
    Value *collected = nullptr;
    for (unsigned part = 0; part < count; ++part) {
      SmallVector<int, 64> from;
      bool takes = false;
      for (unsigned i = 0; i < width; ++i) {
        unsigned p = i * count + r;
        bool here = p / width == part;
        takes |= here;
        from.push_back(here ? int(p % width + (collected ? width : 0))
                            : (collected ? int(i) : PoisonMaskElem));
      }
      if (takes)
        collected = collected ? builder.CreateShuffleVector(collected, parts[part], from)
                              : builder.CreateShuffleVector(parts[part], from);
    }
    result.push_back(collected);
  }
  return result;
}

// The inverse of deinterleave. A null element leaves gaps.
Widener::Elements Widener::interleave(ArrayRef<Value *> elements) {
  unsigned count = elements.size();
  Elements result;
  if (count == 1) {
    result.push_back(elements[0]);
    return result;
  }
  Type *type = nullptr;
  for (Value *element : elements)
    if (element)
      type = element->getType();
  auto orPoison = [&](Value *value) { return value ? value : PoisonValue::get(type); };
  if (!type)
    return Elements(count, nullptr);
  if (count % 2 == 0) {
    SmallVector<Value *, 8> even, odd;
    for (unsigned i = 0; i < count; i += 2) {
      even.push_back(elements[i]);
      odd.push_back(elements[i + 1]);
    }
    Elements low = interleave(even), high = interleave(odd);
    SmallVector<int, 64> lows, highs;
    for (unsigned i = 0; i < width / 2; ++i) {
      lows.append({int(i), int(width + i)});
      highs.append({int(width / 2 + i), int(width + width / 2 + i)});
    }
    for (unsigned i = 0; i < count / 2; ++i) {
      result.push_back(builder.CreateShuffleVector(orPoison(low[i]), orPoison(high[i]), lows));
      result.push_back(builder.CreateShuffleVector(orPoison(low[i]), orPoison(high[i]), highs));
    }
    return result;
  }
  for (unsigned part = 0; part < count; ++part) {
    Value *collected = nullptr;
    for (unsigned r = 0; r < count; ++r) {
      if (!elements[r])
        continue;
      SmallVector<int, 64> from;
      for (unsigned i = 0; i < width; ++i) {
        unsigned p = part * width + i;
        bool here = p % count == r;
        from.push_back(here ? int(p / count + (collected ? width : 0))
                            : (collected ? int(i) : PoisonMaskElem));
      }
      collected = collected ? builder.CreateShuffleVector(collected, elements[r], from)
                            : builder.CreateShuffleVector(elements[r], from);
    }
    result.push_back(orPoison(collected));
  }
  return result;
}

} // namespace weft
