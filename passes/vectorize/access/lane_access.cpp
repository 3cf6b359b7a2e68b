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
static constexpr unsigned WordBits = 32; // of the least elements that targets gather

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

bool LaneAccess::isGatheredInWords(Type *element, Align align) const {
  const uint64_t bits = layout.getTypeSizeInBits(element);
  return bits < WordBits && align.value() * 8 >= bits && target.tuning().gathers_are_cheap &&
         target.hasGather(core.wideType(builder.getIntNTy(WordBits)), Align(WordBits / 8));
}

// Of elements of fewer bits, the aligned words that they lie in: what else these hold is on the
// same page, and is dropped.
Value *LaneAccess::gatherInWords(FixedVectorType *type, Value *pointers, const Instruction &from) {
  Type *word = core.wideType(builder.getIntNTy(WordBits));
  Type *number = core.wideType(layout.getIndexType(pointers->getType()->getScalarType()));
  constexpr uint64_t Within = WordBits / 8 - 1;
  Value *starts = builder.CreateIntrinsic(Intrinsic::ptrmask, {pointers->getType(), number},
                                          {pointers, ConstantInt::get(number, ~Within)});
  Value *words = describe(builder.CreateMaskedGather(word, starts, Align(WordBits / 8),
                                                     core.current_mask, PoisonValue::get(word)),
                          from);
  Value *bytes =
      builder.CreateAnd(builder.CreatePtrToInt(pointers, number), ConstantInt::get(number, Within));
  Value *bits = builder.CreateShl(builder.CreateTrunc(bytes, word), 3);
  Value *found = builder.CreateTrunc(
      builder.CreateLShr(words, bits),
      core.wideType(builder.getIntNTy(type->getElementType()->getPrimitiveSizeInBits())));
  return builder.CreateBitCast(found, type);
}

Value *LaneAccess::gatherElement(Type *type, const Value *pointer, uint64_t offset, Align align,
                                 const Instruction &from) {
  FixedVectorType *vector = core.wideType(type);
  if (target.hasGather(vector, align))
    return describe(builder.CreateMaskedGather(vector, addresses(pointer, offset), align,
                                               core.current_mask, PoisonValue::get(vector)),
                    from);
  if (isGatheredInWords(type, align))
    return gatherInWords(vector, addresses(pointer, offset), from);
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
  Type *element = access.type->getScalarType();
  const unsigned count = access.elements();
  auto gatherAs = [&](Type *whole) {
    return gatherElement(whole, access.pointer, 0, access.align, load);
  };
  Elements results;
  switch (laneForm(access, rarely)) {
  case LaneForm::Packed:
    return unpack(core, gatherAs(packedType(element, count, layout)), element);
  case LaneForm::Word:
    return unpackWords(gatherAs(builder.getInt64Ty()), element, count);
  case LaneForm::Vector: {
    Value *safe = safeAddresses(core.vectorOf(access.pointer));
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
                         commonAlignment(access.align, offset)),
                     load));
      append_range(results, joinLanes(builder, lanes, turn));
    }
    return results;
  }
  case LaneForm::Elements:
    const uint64_t bytes = layout.getTypeStoreSize(element);
    for (unsigned i = 0; i < count; ++i)
      results.push_back(gatherElement(element, access.pointer, i * bytes,
                                      commonAlignment(access.align, i * bytes), load));
    return results;
  }
  llvm_unreachable("not a form of lanes");
}

void LaneAccess::scatter(const Access &access) {
  auto &store = cast<StoreInst>(access.instruction);
  const Value *value = store.getValueOperand();
  Type *element = access.type->getScalarType();
  const unsigned count = access.elements();
  const LaneForm form = laneForm(access, rarely);
  if (form == LaneForm::Packed)
    return scatterElement(pack(core, value, packedType(element, count, layout)), access.pointer, 0,
                          access.align, store);
  SmallVector<Value *, 16> elements;
  for (unsigned i = 0; i < count; ++i)
    elements.push_back(core.vectorOf(value, i));
  if (form == LaneForm::Word)
    return scatterElement(packWords(elements), access.pointer, 0, access.align, store);
  const uint64_t bytes = layout.getTypeStoreSize(element);
  if (form == LaneForm::Vector) {
    Value *safe = safeAddresses(core.vectorOf(access.pointer));
    const unsigned turn = std::min(count, width); // as above
    for (unsigned first = 0; first < count; first += turn) {
      const uint64_t offset = first * bytes;
      Elements parts = interleave(builder, ArrayRef(elements).slice(first, turn));
      for (unsigned lane = 0; lane < width; ++lane)
        describe(builder.CreateAlignedStore(
                     builder.CreateShuffleVector(
                         parts[lane * turn / width],
                         createSequentialMask(lane * turn % width, turn, /*NumUndefs=*/0)),
                     core.elementAddress(builder.CreateExtractElement(safe, uint64_t(lane)),
                                         int64_t(offset)),
                     commonAlignment(access.align, offset)),
                 store);
    }
    return;
  }
  for (unsigned i = 0; i < count; ++i)
    scatterElement(elements[i], access.pointer, i * bytes, commonAlignment(access.align, i * bytes),
                   store);
}

} // namespace weft
