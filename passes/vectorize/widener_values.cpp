// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The widener's values: scalars, vectors, single lanes, masks, and how they turn into each other.
#include "passes/vectorize/widener.h"

#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace weft {

unsigned Widener::flatCount(Type *type) {
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

Type *Widener::flatType(Type *type, unsigned index) {
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

void Widener::forget(const Value *value) {
  scalars.erase(value);
  vectors.erase(value);
}

Value *Widener::scalarOf(const Value *value) {
  if (isa<Constant>(value) || isa<MetadataAsValue>(value))
    return const_cast<Value *>(value);
  if (auto *arg = dyn_cast<Argument>(value))
    return wide->getArg(first_params[arg->getArgNo()]);
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
    if (auto *arg = dyn_cast<Argument>(value))
      return wide->getArg(first_params[arg->getArgNo()] + element);
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
  const unsigned lanes = cast<FixedVectorType>(mask->getType())->getNumElements();
  return builder.CreateBitCast(mask, builder.getIntNTy(lanes));
}

Value *Widener::any(Value *mask) {
  Value *bits = maskBits(mask);
  return builder.CreateICmpNE(bits, Constant::getNullValue(bits->getType()));
}

Value *Widener::all(Value *mask) {
  Value *bits = maskBits(mask);
  return builder.CreateICmpEQ(bits, Constant::getAllOnesValue(bits->getType()));
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

Value *Widener::safePlace(unsigned address_space) {
  AllocaInst *&place = safe_places[address_space];
  if (!place)
    place = new AllocaInst(ArrayType::get(builder.getInt8Ty(), 256), layout.getAllocaAddrSpace(),
                           nullptr, Align(64), "idle", entry);
  Type *type = builder.getPtrTy(address_space);
  return place->getType() == type ? place : builder.CreateAddrSpaceCast(place, type);
}

AllocaInst *Widener::elementsPlace(FixedVectorType *type) {
  AllocaInst *&place = elements_places[type];
  if (!place)
    place = new AllocaInst(type, layout.getAllocaAddrSpace(), "elements", entry);
  return place;
}

bool Widener::allRun() const {
  auto *constant = dyn_cast<Constant>(current_mask);
  return constant && constant->isAllOnesValue();
}

Value *Widener::elementAddress(Value *pointer, int64_t bytes) {
  return bytes == 0 ? pointer
                    : builder.CreateGEP(
                          builder.getInt8Ty(), pointer,
                          ConstantInt::getSigned(layout.getIndexType(pointer->getType()), bytes));
}

Widener::Elements Widener::mergeOutcomes(ArrayRef<Value *> regular, BasicBlock *regular_end,
                                         ArrayRef<Value *> others, BasicBlock *done) {
  BasicBlock *other_end = builder.GetInsertBlock();
  builder.CreateBr(done);
  builder.SetInsertPoint(done);
  Elements results;
  for (auto [one, other] : zip_equal(regular, others)) {
    PHINode *phi = builder.CreatePHI(one->getType(), 2);
    phi->addIncoming(one, regular_end);
    phi->addIncoming(other, other_end);
    results.push_back(phi);
  }
  return results;
}

} // namespace weft
