// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The widener's loads and stores. By the shape of the address:
//   uniform        one scalar access
//   affine         vectors side by side, and shuffles where the stride is more than one element
//   varying        gathers and scatters; what the target has no instruction for runs element by
//                  element without branches, idle lanes at a safe place on the stack
#include "passes/vectorize/widener.h"

using namespace llvm;

namespace weft {
namespace {

// Vectors that one strided access may take, for dense groups and for those with gaps.
constexpr unsigned MaxDenseParts = 16;
constexpr unsigned MaxGappedParts = 8;
constexpr unsigned MaxGappedStoreParts = 4;

template <typename InstructionT>
InstructionT *describe(InstructionT *made, const Instruction &from) {
  made->copyMetadata(from, {LLVMContext::MD_tbaa, LLVMContext::MD_alias_scope,
                            LLVMContext::MD_noalias, LLVMContext::MD_access_group,
                            LLVMContext::MD_nontemporal, LLVMContext::MD_invariant_load});
  return made;
}

} // namespace

bool Widener::isPlainElement(Type *type) const {
  if (!type->isIntegerTy() && !type->isFloatingPointTy() && !type->isPointerTy())
    return false;
  uint64_t bits = layout.getTypeSizeInBits(type);
  return bits >= 8 && bits <= 64 && isPowerOf2_64(bits) &&
         layout.getTypeAllocSize(type) * 8 == bits;
}

// A value whose elements lie in memory one behind the other.
bool Widener::isPlainSequence(Type *type) const {
  return isPlainElement(type->getScalarType()) &&
         (!type->isVectorTy() || isa<FixedVectorType>(type));
}

Value *Widener::safePlace(unsigned address_space) {
  AllocaInst *&place = safe_places[address_space];
  if (!place)
    place = new AllocaInst(ArrayType::get(builder.getInt8Ty(), 256), layout.getAllocaAddrSpace(),
                           nullptr, Align(64), "idle", entry);
  Type *type = builder.getPtrTy(address_space);
  return place->getType() == type ? place : builder.CreateAddrSpaceCast(place, type);
}

// Addresses that idle lanes may use too.
Value *Widener::safeAddresses(Value *pointers) {
  if (auto *constant = dyn_cast<Constant>(current_mask); constant && constant->isAllOnesValue())
    return pointers;
  unsigned space = pointers->getType()->getPointerAddressSpace();
  return builder.CreateSelect(current_mask, pointers, splat(safePlace(space)));
}

Value *Widener::elementAddress(Value *pointer, int64_t bytes) {
  return bytes == 0 ? pointer
                    : builder.CreateGEP(
                          builder.getInt8Ty(), pointer,
                          ConstantInt::getSigned(layout.getIndexType(pointer->getType()), bytes));
}

// `lanes` speaks of the vector's elements.
Value *Widener::maskedLoad(FixedVectorType *type, Value *pointer, Align align, Value *lanes,
                           const Instruction &from) {
  if (auto *constant = dyn_cast<Constant>(lanes); constant && constant->isAllOnesValue())
    return describe(builder.CreateAlignedLoad(type, pointer, align), from);
  unsigned space = pointer->getType()->getPointerAddressSpace();
  if (target.isLegalMaskedLoad(type, align, space))
    return describe(builder.CreateMaskedLoad(type, pointer, align, lanes, PoisonValue::get(type)),
                    from);
  BasicBlock *whole = newBlock("load.whole"), *parts = newBlock("load.parts"),
             *done = newBlock("loaded");
  builder.CreateCondBr(all(lanes), whole, parts);
  builder.SetInsertPoint(whole);
  Value *loaded = describe(builder.CreateAlignedLoad(type, pointer, align), from);
  builder.CreateBr(done);
  builder.SetInsertPoint(parts);
  Value *collected = PoisonValue::get(type), *idle = safePlace(space);
  uint64_t bytes = layout.getTypeStoreSize(type->getElementType());
  for (unsigned i = 0; i < type->getNumElements(); ++i) {
    Value *at = builder.CreateSelect(builder.CreateExtractElement(lanes, uint64_t(i)),
                                     elementAddress(pointer, int64_t(i * bytes)), idle);
    LoadInst *one = describe(
        builder.CreateAlignedLoad(type->getElementType(), at, commonAlignment(align, i * bytes)),
        from);
    collected = builder.CreateInsertElement(collected, one, uint64_t(i));
  }
  builder.CreateBr(done);
  builder.SetInsertPoint(done);
  PHINode *result = builder.CreatePHI(type, 2);
  result->addIncoming(loaded, whole);
  result->addIncoming(collected, parts);
  return result;
}

void Widener::maskedStore(Value *value, Value *pointer, Align align, Value *lanes,
                          const Instruction &from) {
  auto *type = cast<FixedVectorType>(value->getType());
  if (auto *constant = dyn_cast<Constant>(lanes); constant && constant->isAllOnesValue()) {
    describe(builder.CreateAlignedStore(value, pointer, align), from);
    return;
  }
  unsigned space = pointer->getType()->getPointerAddressSpace();
  if (target.isLegalMaskedStore(type, align, space)) {
    describe(builder.CreateMaskedStore(value, pointer, align, lanes), from);
    return;
  }
  BasicBlock *whole = newBlock("store.whole"), *parts = newBlock("store.parts"),
             *done = newBlock("stored");
  builder.CreateCondBr(all(lanes), whole, parts);
  builder.SetInsertPoint(whole);
  describe(builder.CreateAlignedStore(value, pointer, align), from);
  builder.CreateBr(done);
  builder.SetInsertPoint(parts);
  Value *idle = safePlace(space);
  uint64_t bytes = layout.getTypeStoreSize(type->getElementType());
  for (unsigned i = 0; i < type->getNumElements(); ++i) {
    Value *at = builder.CreateSelect(builder.CreateExtractElement(lanes, uint64_t(i)),
                                     elementAddress(pointer, int64_t(i * bytes)), idle);
    describe(builder.CreateAlignedStore(builder.CreateExtractElement(value, uint64_t(i)), at,
                                        commonAlignment(align, i * bytes)),
             from);
  }
  builder.CreateBr(done);
  builder.SetInsertPoint(done);
}

void Widener::emitLoad(const LoadInst &load) {
  if (hasScalar(&load))
    return emitScalar(load);
  if (!load.isSimple() || !isPlainSequence(load.getType()))
    return emitPerLane(load);
  if (hasScalar(load.getPointerOperand()) &&
      emitStridedLoad(load, shapes.shape(load.getPointerOperand()).stride()))
    return;
  emitGather(load);
}

void Widener::emitStore(const StoreInst &store) {
  if (!store.isSimple())
    return emitPerLane(store);
  const Value *pointer = store.getPointerOperand();
  if (isUniform(pointer))
    return emitUniformStore(store);
  if (!isPlainSequence(store.getValueOperand()->getType()))
    return emitPerLane(store);
  if (hasScalar(pointer) && emitStridedStore(store, shapes.shape(pointer).stride()))
    return;
  emitScatter(store);
}

namespace {

Value *reversed(IRBuilderBase &builder, Value *vector) {
  SmallVector<int, 64> from;
  for (unsigned i = cast<FixedVectorType>(vector->getType())->getNumElements(); i-- > 0;)
    from.push_back(int(i));
  return builder.CreateShuffleVector(vector, from);
}

} // namespace

bool Widener::emitStridedLoad(const LoadInst &load, int64_t stride) {
  Type *element = load.getType()->getScalarType();
  int64_t bytes = layout.getTypeStoreSize(element);
  unsigned count = flatCount(load.getType());
  if (stride == 0 || stride % bytes)
    return false;
  uint64_t parts = uint64_t(std::abs(stride) / bytes);
  if (parts < count || parts > (parts == count ? MaxDenseParts : MaxGappedParts))
    return false;
  Value *pointer = scalarOf(load.getPointerOperand()), *mask = current_mask;
  if (stride < 0) {
    pointer = elementAddress(pointer, stride * int64_t(width - 1));
    mask = reversed(builder, mask);
  }
  FixedVectorType *type = wideType(element);
  SmallVector<Value *, 16> loaded;
  for (unsigned part = 0; part < parts; ++part) {
    unsigned first = part * width;
    // Nothing is read behind the last lane's last element.
    unsigned shift = part + 1 == parts ? unsigned(parts) - count : 0;
    if (shift >= width)
      shift = 0;
    first -= shift;
    Value *lanes = repeatMask(mask, unsigned(parts), count, first, /*gaps=*/true);
    Value *vector =
        maskedLoad(type, elementAddress(pointer, first * bytes),
                   commonAlignment(load.getAlign(), uint64_t(first * bytes)), lanes, load);
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
  setVectors(&load, results);
  return true;
}

bool Widener::emitStridedStore(const StoreInst &store, int64_t stride) {
  const Value *value = store.getValueOperand();
  Type *element = value->getType()->getScalarType();
  int64_t bytes = layout.getTypeStoreSize(element);
  unsigned count = flatCount(value->getType());
  if (stride == 0 || stride % bytes)
    return false;
  uint64_t parts = uint64_t(std::abs(stride) / bytes);
  if (parts < count || parts > (parts == count ? MaxDenseParts : MaxGappedStoreParts))
    return false;
  Value *pointer = scalarOf(store.getPointerOperand()), *mask = current_mask;
  SmallVector<Value *, 16> elements(parts, nullptr);
  for (unsigned i = 0; i < count; ++i)
    elements[i] = vectorOf(value, i);
  if (stride < 0) {
    pointer = elementAddress(pointer, stride * int64_t(width - 1));
    mask = reversed(builder, mask);
    for (unsigned i = 0; i < count; ++i)
      elements[i] = reversed(builder, elements[i]);
  }
  Elements stored = interleave(elements);
  for (unsigned part = 0; part < parts; ++part) {
    unsigned first = part * width;
    Value *lanes = repeatMask(mask, unsigned(parts), count, first, /*gaps=*/false);
    maskedStore(stored[part], elementAddress(pointer, first * bytes),
                commonAlignment(store.getAlign(), uint64_t(first * bytes)), lanes, store);
  }
  return true;
}

// One of the lanes' values, if they differ, is as good as another.
void Widener::emitUniformStore(const StoreInst &store) {
  const Value *value = store.getValueOperand();
  Value *stored = isUniform(value) ? scalarOf(value) : laneOf(value, lastLane(current_mask));
  describe(
      builder.CreateAlignedStore(stored, scalarOf(store.getPointerOperand()), store.getAlign()),
      store);
}

Value *Widener::addresses(const Value *pointer, uint64_t offset) {
  Value *pointers = vectorOf(pointer);
  return offset == 0
             ? pointers
             : builder.CreateGEP(builder.getInt8Ty(), pointers,
                                 ConstantInt::get(layout.getIndexType(pointer->getType()), offset));
}

Value *Widener::gatherElement(Type *type, Value *pointers, Align align, const Instruction &from) {
  FixedVectorType *vector = wideType(type);
  if (target.isLegalMaskedGather(vector, align) &&
      !target.forceScalarizeMaskedGather(vector, align))
    return describe(
        builder.CreateMaskedGather(vector, pointers, align, current_mask, PoisonValue::get(vector)),
        from);
  Value *safe = safeAddresses(pointers), *result = PoisonValue::get(vector);
  for (unsigned lane = 0; lane < width; ++lane) {
    Value *at = builder.CreateExtractElement(safe, uint64_t(lane));
    result = builder.CreateInsertElement(
        result, describe(builder.CreateAlignedLoad(type, at, align), from), uint64_t(lane));
  }
  return result;
}

void Widener::scatterElement(Value *value, Value *pointers, Align align, const Instruction &from) {
  auto *vector = cast<FixedVectorType>(value->getType());
  if (target.isLegalMaskedScatter(vector, align) &&
      !target.forceScalarizeMaskedScatter(vector, align)) {
    describe(builder.CreateMaskedScatter(value, pointers, align, current_mask), from);
    return;
  }
  Value *safe = safeAddresses(pointers);
  for (unsigned lane = 0; lane < width; ++lane)
    describe(builder.CreateAlignedStore(builder.CreateExtractElement(value, uint64_t(lane)),
                                        builder.CreateExtractElement(safe, uint64_t(lane)), align),
             from);
}

// Lanes that each access some elements in a row: one vector access per lane, then a transposition.
bool Widener::prefersLaneVectors(Type *type) const {
  unsigned count = flatCount(type);
  return count > 1 && isPowerOf2_32(count) && count <= width && layout.getTypeStoreSize(type) <= 64;
}

void Widener::emitGather(const LoadInst &load) {
  remark(load, "load gathers");
  Type *type = load.getType();
  unsigned count = flatCount(type);
  Elements results;
  if (prefersLaneVectors(type)) {
    Value *safe = safeAddresses(vectorOf(load.getPointerOperand()));
    SmallVector<Value *, 64> lanes;
    for (unsigned lane = 0; lane < width; ++lane)
      lanes.push_back(
          describe(builder.CreateAlignedLoad(
                       type, builder.CreateExtractElement(safe, uint64_t(lane)), load.getAlign()),
                   load));
    for (unsigned size = count; size < width; size *= 2) {
      SmallVector<int, 64> joined;
      for (unsigned i = 0; i < 2 * size; ++i)
        joined.push_back(int(i));
      for (unsigned i = 0; i < lanes.size() / 2; ++i)
        lanes[i] = builder.CreateShuffleVector(lanes[2 * i], lanes[2 * i + 1], joined);
      lanes.truncate(lanes.size() / 2);
    }
    results = deinterleave(lanes);
  } else {
    uint64_t bytes = layout.getTypeStoreSize(type->getScalarType());
    for (unsigned i = 0; i < count; ++i)
      results.push_back(gatherElement(type->getScalarType(),
                                      addresses(load.getPointerOperand(), i * bytes),
                                      commonAlignment(load.getAlign(), i * bytes), load));
  }
  setVectors(&load, results);
}

void Widener::emitScatter(const StoreInst &store) {
  remark(store, "store scatters");
  const Value *value = store.getValueOperand();
  Type *type = value->getType();
  unsigned count = flatCount(type);
  if (prefersLaneVectors(type)) {
    SmallVector<Value *, 16> elements;
    for (unsigned i = 0; i < count; ++i)
      elements.push_back(vectorOf(value, i));
    Elements parts = interleave(elements);
    Value *safe = safeAddresses(vectorOf(store.getPointerOperand()));
    for (unsigned lane = 0; lane < width; ++lane) {
      SmallVector<int, 64> mine;
      for (unsigned i = 0; i < count; ++i)
        mine.push_back(int((lane * count + i) % width));
      describe(builder.CreateAlignedStore(
                   builder.CreateShuffleVector(parts[lane * count / width], mine),
                   builder.CreateExtractElement(safe, uint64_t(lane)), store.getAlign()),
               store);
    }
    return;
  }
  uint64_t bytes = layout.getTypeStoreSize(type->getScalarType());
  for (unsigned i = 0; i < count; ++i)
    scatterElement(vectorOf(value, i), addresses(store.getPointerOperand(), i * bytes),
                   commonAlignment(store.getAlign(), i * bytes), store);
}

} // namespace weft
