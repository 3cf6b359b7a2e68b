// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/vectorize/access/lane_access.h"

#include "passes/vectorize/access/access.h"
#include "passes/vectorize/access/lane_shuffles.h"
#include "passes/vectorize/access/masked_access.h"
#include "passes/vectorize/access/packed_elements.h"

#include "llvm/Analysis/VectorUtils.h"

using namespace llvm;

namespace weft {

// Lanes whose accesses are written one by one even where they are hardly ever made.
static constexpr unsigned MostInLine = 8;

// Addresses that idle lanes may use too.
Value *LaneAccess::safeAddresses(Value *pointers) {
  if (core.allRun())
    return pointers;
  unsigned space = pointers->getType()->getPointerAddressSpace();
  return builder.CreateSelect(core.current_mask, pointers, core.splat(core.safePlace(space)));
}

Value *LaneAccess::addresses(const Value *pointer, uint64_t offset) {
  Value *pointers = core.vectorOf(pointer);
  return offset == 0
             ? pointers
             : builder.CreateGEP(builder.getInt8Ty(), pointers,
                                 ConstantInt::get(layout.getIndexType(pointer->getType()), offset));
}

Value *LaneAccess::gatherElement(Type *type, const Value *pointer, uint64_t offset, Align align,
                                 const Instruction &from) {
  FixedVectorType *vector = core.wideType(type);
  if (target.hasGather(vector, align))
    return describe(builder.CreateMaskedGather(vector, addresses(pointer, offset), align,
                                               core.current_mask, PoisonValue::get(vector)),
                    from);
  if (rarely && width > MostInLine) {
    auto *places = new AllocaInst(vector, layout.getAllocaAddrSpace(), "gathered", core.entry);
    overLanes(pointer, offset, [&](Value *lane, Value *address) {
      Value *loaded = describe(builder.CreateAlignedLoad(type, address, align), from);
      builder.CreateStore(loaded, builder.CreateGEP(type, places, lane));
    });
    return builder.CreateLoad(vector, places);
  }
  Value *safe = safeAddresses(addresses(pointer, offset)), *result = PoisonValue::get(vector);
  for (unsigned lane = 0; lane < width; ++lane) {
    Value *at = builder.CreateExtractElement(safe, uint64_t(lane));
    result = builder.CreateInsertElement(
        result, describe(builder.CreateAlignedLoad(type, at, align), from), uint64_t(lane));
  }
  return result;
}

void LaneAccess::scatterElement(Value *value, const Value *pointer, uint64_t offset, Align align,
                                const Instruction &from) {
  auto *vector = cast<FixedVectorType>(value->getType());
  if (target.hasScatter(vector, align)) {
    describe(
        builder.CreateMaskedScatter(value, addresses(pointer, offset), align, core.current_mask),
        from);
    return;
  }
  if (rarely && width > MostInLine) {
    auto *values = new AllocaInst(vector, layout.getAllocaAddrSpace(), "scattered", core.entry);
    builder.CreateStore(value, values);
    overLanes(pointer, offset, [&](Value *lane, Value *address) {
      Type *type = vector->getElementType();
      Value *stored = builder.CreateLoad(type, builder.CreateGEP(type, values, lane));
      describe(builder.CreateAlignedStore(stored, address, align), from);
    });
    return;
  }
  Value *safe = safeAddresses(addresses(pointer, offset));
  for (unsigned lane = 0; lane < width; ++lane)
    describe(builder.CreateAlignedStore(builder.CreateExtractElement(value, uint64_t(lane)),
                                        builder.CreateExtractElement(safe, uint64_t(lane)), align),
             from);
}

// Whether elements of together 64 bits are to be accessed as one, which is less code: where it is
// fast, too, or hardly runs.
bool LaneAccess::takesWords(Type *type, Align align, bool is_store) const {
  if (!rarely && !target.tuning().gathers_are_cheap)
    return false;
  const unsigned count = core.flatCount(type);
  FixedVectorType *words = core.wideType(builder.getInt64Ty());
  return count > 1 && isPlainElement(type->getScalarType(), layout) &&
         count * layout.getTypeSizeInBits(type->getScalarType()) == 64 &&
         (is_store ? target.hasScatter(words, align) : target.hasGather(words, align));
}

// What `words` holds, lane for lane, as vectors of first elements, of second ones, and so on.
LaneAccess::Elements LaneAccess::unpackWords(Value *words, Type *element, unsigned count) {
  Value *all = builder.CreateBitCast(words, FixedVectorType::get(element, count * width));
  SmallVector<Value *, 8> parts;
  for (unsigned part = 0; part < count; ++part)
    parts.push_back(builder.CreateShuffleVector(all, createSequentialMask(part * width, width, 0)));
  return deinterleave(builder, parts);
}

Value *LaneAccess::packWords(ArrayRef<Value *> elements) {
  Elements parts = interleave(builder, elements);
  return builder.CreateBitCast(concatenateVectors(builder, parts),
                               core.wideType(builder.getInt64Ty()));
}

LaneAccess::Elements LaneAccess::gather(const Access &access) {
  auto &load = cast<LoadInst>(access.instruction);
  Type *type = load.getType();
  unsigned count = core.flatCount(type);
  Elements results;
  if (IntegerType *packed = packedType(type->getScalarType(), count, layout))
    return unpack(core, gatherElement(packed, load.getPointerOperand(), 0, load.getAlign(), load),
                  type->getScalarType());
  if (takesWords(type, load.getAlign(), /*is_store=*/false))
    return unpackWords(
        gatherElement(builder.getInt64Ty(), load.getPointerOperand(), 0, load.getAlign(), load),
        type->getScalarType(), count);
  if (prefersLaneVectors(access)) {
    Value *safe = safeAddresses(core.vectorOf(load.getPointerOperand()));
    Type *element = type->getScalarType();
    // Lanes take turns, as many elements at a time as there are lanes.
    const unsigned turn = std::min(count, width);
    auto *part = FixedVectorType::get(element, turn);
    for (unsigned first = 0; first < count; first += turn) {
      const uint64_t offset = first * layout.getTypeStoreSize(element);
      SmallVector<Value *, 64> lanes;
      for (unsigned lane = 0; lane < width; ++lane)
        lanes.push_back(
            describe(builder.CreateAlignedLoad(
                         part,
                         core.elementAddress(builder.CreateExtractElement(safe, uint64_t(lane)),
                                             int64_t(offset)),
                         commonAlignment(load.getAlign(), offset)),
                     load));
      append_range(results, joinLanes(builder, lanes, turn));
    }
  } else {
    uint64_t bytes = layout.getTypeStoreSize(type->getScalarType());
    for (unsigned i = 0; i < count; ++i)
      results.push_back(gatherElement(type->getScalarType(), load.getPointerOperand(), i * bytes,
                                      commonAlignment(load.getAlign(), i * bytes), load));
  }
  return results;
}

void LaneAccess::scatter(const Access &access) {
  auto &store = cast<StoreInst>(access.instruction);
  const Value *value = store.getValueOperand();
  Type *type = value->getType();
  unsigned count = core.flatCount(type);
  if (IntegerType *packed = packedType(type->getScalarType(), count, layout))
    return scatterElement(pack(core, value, packed), store.getPointerOperand(), 0, store.getAlign(),
                          store);
  SmallVector<Value *, 16> elements;
  for (unsigned i = 0; i < count; ++i)
    elements.push_back(core.vectorOf(value, i));
  if (takesWords(type, store.getAlign(), /*is_store=*/true))
    return scatterElement(packWords(elements), store.getPointerOperand(), 0, store.getAlign(),
                          store);
  if (prefersLaneVectors(access)) {
    Value *safe = safeAddresses(core.vectorOf(store.getPointerOperand()));
    const unsigned turn = std::min(count, width); // as above
    for (unsigned first = 0; first < count; first += turn) {
      const uint64_t offset = first * layout.getTypeStoreSize(type->getScalarType());
      Elements parts = interleave(builder, ArrayRef(elements).slice(first, turn));
      for (unsigned lane = 0; lane < width; ++lane)
        describe(builder.CreateAlignedStore(
                     builder.CreateShuffleVector(
                         parts[lane * turn / width],
                         createSequentialMask(lane * turn % width, turn, /*NumUndefs=*/0)),
                     core.elementAddress(builder.CreateExtractElement(safe, uint64_t(lane)),
                                         int64_t(offset)),
                     commonAlignment(store.getAlign(), offset)),
                 store);
    }
    return;
  }
  uint64_t bytes = layout.getTypeStoreSize(type->getScalarType());
  for (unsigned i = 0; i < count; ++i)
    scatterElement(elements[i], store.getPointerOperand(), i * bytes,
                   commonAlignment(store.getAlign(), i * bytes), store);
}

} // namespace weft
