// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The widener's loads and stores. By the shape of the address:
//   uniform        one scalar access
//   affine         vectors side by side, and shuffles where the stride is more than one element
//   varying        gathers and scatters; what the target has no instruction for runs element by
//                  element without branches, idle lanes at a safe place on the stack
#include "passes/vectorize/access/access_strategy.h"
#include "passes/vectorize/widener.h"

#include "weft/kernel_abi.h"

#include "passes/address_space.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/MDBuilder.h"

using namespace llvm;

namespace weft {

// Lanes whose accesses are written one by one even where they are hardly ever made.
static constexpr unsigned MostInLine = 8;
// Half a cache line, of which two that are stored one after the other make a whole one.
static constexpr uint64_t FewestBytesOfWhole = 32;

Value *Widener::safePlace(unsigned address_space) {
  AllocaInst *&place = safe_places[address_space];
  if (!place)
    place = new AllocaInst(ArrayType::get(builder.getInt8Ty(), 256), layout.getAllocaAddrSpace(),
                           nullptr, Align(64), "idle", entry);
  Type *type = builder.getPtrTy(address_space);
  return place->getType() == type ? place : builder.CreateAddrSpaceCast(place, type);
}

// Whether that is known here.
bool Widener::allRun() const {
  auto *constant = dyn_cast<Constant>(current_mask);
  return constant && constant->isAllOnesValue();
}

// Addresses that idle lanes may use too.
Value *Widener::safeAddresses(Value *pointers) {
  if (allRun())
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

// Whether lanes leave the loop around `load` for what they load: a search, or a comparison. Each
// iteration's mask then waits for a load; if that waits for the mask, it is the sum of both that
// counts.
bool Widener::decidesWhoStays(const Instruction &load) const {
  constexpr unsigned MaxUses = 32;
  const FlowLevel &level = levels.levelOf(*load.getParent());
  if (!level.loop || !shapes.isDivergent(level))
    return false;
  SmallSetVector<const Instruction *, MaxUses> computed;
  computed.insert(&load);
  for (unsigned i = 0; i < computed.size() && computed.size() < MaxUses; ++i)
    for (const User *user : computed[i]->users()) {
      auto *use = cast<Instruction>(user);
      const BasicBlock *block = use->getParent();
      if (!level.loop->contains(block))
        continue;
      if (use->isTerminator() && shapes.isDivergent(block) && level.loop->isLoopExiting(block))
        return true;
      computed.insert(use);
    }
  return false;
}

// Whether some lane runs, in whose page of memory all of the vector lies: then idle lanes' elements
// may be read too. Null if that cannot be told, or must not be tried: of an array that the compiler
// sees, it knows the end.
Value *Widener::isOnePage(Value *pointer, Align align, uint64_t bytes) {
  const uint64_t page = target.leastPageBytes();
  SmallVector<const Value *, 4> objects;
  getUnderlyingObjects(pointer, objects);
  if (!some_run || bytes > page ||
      any_of(objects, [](const Value *object) { return isa<AllocaInst, GlobalValue>(object); }))
    return nullptr;
  if (isPowerOf2_64(bytes) && align >= bytes)
    return builder.getTrue();
  Type *integer = layout.getIntPtrType(pointer->getType());
  Value *at = builder.CreateAnd(builder.CreatePtrToInt(pointer, integer), page - 1);
  return builder.CreateICmpULE(at, ConstantInt::get(integer, page - bytes));
}

// `lanes` speaks of the vector's elements.
Value *Widener::maskedLoad(FixedVectorType *type, Value *pointer, Align align, Value *lanes,
                           const Instruction &from) {
  if (auto *constant = dyn_cast<Constant>(lanes); constant && constant->isAllOnesValue())
    return describe(builder.CreateAlignedLoad(type, pointer, align), from);
  Value *one_page = lanes == current_mask && decidesWhoStays(from)
                        ? isOnePage(pointer, align, layout.getTypeStoreSize(type))
                        : nullptr;
  if (!one_page)
    return loadWithMask(type, pointer, align, lanes, from);
  BasicBlock *page = newBlock("load.page"), *pages = newBlock("load.pages"),
             *done = newBlock("loaded");
  builder.CreateCondBr(one_page, page, pages,
                       MDBuilder(wide->getContext()).createLikelyBranchWeights());
  builder.SetInsertPoint(page);
  Value *whole = describe(builder.CreateAlignedLoad(type, pointer, align), from);
  builder.CreateBr(done);
  builder.SetInsertPoint(pages);
  return mergeOutcomes(whole, page, loadWithMask(type, pointer, align, lanes, from), done)[0];
}

Value *Widener::loadWithMask(FixedVectorType *type, Value *pointer, Align align, Value *lanes,
                             const Instruction &from) {
  unsigned space = pointer->getType()->getPointerAddressSpace();
  if (target.hasMaskedLoad(type, align, space))
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

// Whether a store is of what was loaded from there, changed: the next to load it, behind a barrier,
// is most likely to want just this vector.
static bool updates(const Instruction &from) {
  auto *store = dyn_cast<StoreInst>(&from);
  return store && any_of(store->getPointerOperand()->users(), [&](const User *user) {
           auto *load = dyn_cast<LoadInst>(user);
           return load && load->getParent() == store->getParent() &&
                  load->getType() == store->getValueOperand()->getType() &&
                  load->comesBefore(store);
         });
}

// CPUs hand what a masked store writes to a later load by way of the cache alone. Local memory is
// the thread's own: where some lane runs, what lies beside its element is there (WEFT_LOCAL_MARGIN)
// and can be written as it is. What lies there may be of another type or array, so nothing is said
// of these accesses.
void Widener::writeBack(Value *value, Value *pointer, Align align) {
  auto *type = cast<FixedVectorType>(value->getType());
  assert(layout.getTypeStoreSize(type) <= WEFT_LOCAL_MARGIN);
  // Of another address space, lest the code generator makes a masked store of both.
  Value *generic = builder.CreateAddrSpaceCast(pointer, builder.getPtrTy(AddressSpace::Generic));
  Value *old = builder.CreateAlignedLoad(type, generic, align);
  builder.CreateAlignedStore(builder.CreateSelect(current_mask, value, old), pointer, align);
}

// A CPU that is to write a whole cache line need not read it before, which masked stores hide from
// it, even of all lanes: twice the time of a kernel that streams through memory under a bound.
bool Widener::hidesWholeLines(const Value *value, unsigned space) const {
  return space == AddressSpace::Global && mostly_whole && !isa<Argument>(current_mask) &&
         layout.getTypeStoreSize(value->getType()) >= FewestBytesOfWhole;
}

void Widener::maskedStore(Value *value, Value *pointer, Align align, Value *lanes,
                          const Instruction &from) {
  auto *type = cast<FixedVectorType>(value->getType());
  if (auto *constant = dyn_cast<Constant>(lanes); constant && constant->isAllOnesValue()) {
    describe(builder.CreateAlignedStore(value, pointer, align), from);
    return;
  }
  unsigned space = pointer->getType()->getPointerAddressSpace();
  if (space == AddressSpace::Local && lanes == current_mask && some_run && updates(from))
    return writeBack(value, pointer, align);
  const bool legal = target.hasMaskedStore(type, align, space);
  if (legal && !hidesWholeLines(value, space)) {
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
  if (legal)
    describe(builder.CreateMaskedStore(value, pointer, align, lanes), from);
  else
    storeElements(value, pointer, align, lanes, from);
  builder.CreateBr(done);
  builder.SetInsertPoint(done);
}

void Widener::storeElements(Value *value, Value *pointer, Align align, Value *lanes,
                            const Instruction &from) {
  auto *type = cast<FixedVectorType>(value->getType());
  Value *idle = safePlace(pointer->getType()->getPointerAddressSpace());
  uint64_t bytes = layout.getTypeStoreSize(type->getElementType());
  for (unsigned i = 0; i < type->getNumElements(); ++i) {
    Value *at = builder.CreateSelect(builder.CreateExtractElement(lanes, uint64_t(i)),
                                     elementAddress(pointer, int64_t(i * bytes)), idle);
    describe(builder.CreateAlignedStore(builder.CreateExtractElement(value, uint64_t(i)), at,
                                        commonAlignment(align, i * bytes)),
             from);
  }
}

void Widener::emitAccess(const Instruction &instruction) {
  const Access access(instruction, shapes, target);
  if (!version || !access.hangsOnTests() || !version->covers(*access.lies))
    emitAccess(access);
  else
    emitAccess(access.with(version->regular    ? Access::Tests::Hold
                           : version->isRare() ? Access::Tests::Fail
                                               : Access::Tests::FailNear));
}

void Widener::emitAccess(const Access &access) {
  for (const AccessStrategy *strategy : accessStrategies())
    if (strategy->matches(access) && strategy->emit(*this, access))
      return;
}

void Widener::noteGather(const Instruction &access, StringRef what) {
  remark(access, what);
  has_gathers = true;
}

// What was made up to the end of `regular_end`, or up to here, once both have come to `done`.
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

// Elements that go separate ways are loaded separately: what is wanted in all lanes is a broadcast,
// which comes from memory at no cost.
void Widener::emitUniformLoad(const LoadInst &load) {
  auto *type = dyn_cast<FixedVectorType>(load.getType());
  bool apart = type && load.isSimple() && isPlainSequence(type, layout) &&
               all_of(load.users(), [](auto *user) {
                 auto *extract = dyn_cast<ExtractElementInst>(user);
                 return extract && isa<ConstantInt>(extract->getIndexOperand());
               });
  if (!apart)
    return emitScalar(load);
  Value *pointer = scalarOf(load.getPointerOperand()), *result = PoisonValue::get(type);
  uint64_t bytes = layout.getTypeStoreSize(type->getElementType());
  for (unsigned i = 0; i < type->getNumElements(); ++i) {
    LoadInst *part =
        describe(builder.CreateAlignedLoad(type->getElementType(),
                                           elementAddress(pointer, int64_t(i * bytes)),
                                           commonAlignment(load.getAlign(), i * bytes)),
                 load);
    result = builder.CreateInsertElement(result, part, uint64_t(i));
  }
  scalars[&load] = result;
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

// An element that is `offset` bytes from where `pointer` is, in each lane.
Value *Widener::gatherElement(Type *type, const Value *pointer, uint64_t offset, Align align,
                              const Instruction &from) {
  FixedVectorType *vector = wideType(type);
  if (target.hasGather(vector, align))
    return describe(builder.CreateMaskedGather(vector, addresses(pointer, offset), align,
                                               current_mask, PoisonValue::get(vector)),
                    from);
  if (runs_rarely && width > MostInLine) {
    auto *places = new AllocaInst(vector, layout.getAllocaAddrSpace(), "gathered", entry);
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

void Widener::scatterElement(Value *value, const Value *pointer, uint64_t offset, Align align,
                             const Instruction &from) {
  auto *vector = cast<FixedVectorType>(value->getType());
  if (target.hasScatter(vector, align)) {
    describe(builder.CreateMaskedScatter(value, addresses(pointer, offset), align, current_mask),
             from);
    return;
  }
  if (runs_rarely && width > MostInLine) {
    auto *values = new AllocaInst(vector, layout.getAllocaAddrSpace(), "scattered", entry);
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

// Of each lane's `count` elements, the vectors of the first, the second, ...
Widener::Elements Widener::joinLanes(SmallVectorImpl<Value *> &lanes, unsigned count) {
  if (count == 1) {
    Value *result = PoisonValue::get(wideType(lanes.front()->getType()));
    for (unsigned lane = 0; lane < width; ++lane)
      result = builder.CreateInsertElement(result, lanes[lane], uint64_t(lane));
    return {result};
  }
  for (unsigned size = count; size < width; size *= 2) {
    SmallVector<int, 64> joined;
    for (unsigned i = 0; i < 2 * size; ++i)
      joined.push_back(int(i));
    for (unsigned i = 0; i < lanes.size() / 2; ++i)
      lanes[i] = builder.CreateShuffleVector(lanes[2 * i], lanes[2 * i + 1], joined);
    lanes.truncate(lanes.size() / 2);
  }
  return deinterleave(lanes);
}

Widener::Elements Widener::gatherElements(const LoadInst &load) {
  Type *type = load.getType();
  unsigned count = flatCount(type);
  Elements results;
  if (IntegerType *packed = packedType(type->getScalarType(), count, layout))
    return unpack(gatherElement(packed, load.getPointerOperand(), 0, load.getAlign(), load),
                  type->getScalarType());
  if (prefersLaneVectors(Access(load, shapes, target))) {
    Value *safe = safeAddresses(vectorOf(load.getPointerOperand()));
    SmallVector<Value *, 64> lanes;
    for (unsigned lane = 0; lane < width; ++lane)
      lanes.push_back(
          describe(builder.CreateAlignedLoad(
                       type, builder.CreateExtractElement(safe, uint64_t(lane)), load.getAlign()),
                   load));
    results = joinLanes(lanes, count);
  } else {
    uint64_t bytes = layout.getTypeStoreSize(type->getScalarType());
    for (unsigned i = 0; i < count; ++i)
      results.push_back(gatherElement(type->getScalarType(), load.getPointerOperand(), i * bytes,
                                      commonAlignment(load.getAlign(), i * bytes), load));
  }
  return results;
}

void Widener::emitScatter(const StoreInst &store) {
  const Value *value = store.getValueOperand();
  Type *type = value->getType();
  unsigned count = flatCount(type);
  if (IntegerType *packed = packedType(type->getScalarType(), count, layout))
    return scatterElement(pack(value, packed), store.getPointerOperand(), 0, store.getAlign(),
                          store);
  if (prefersLaneVectors(Access(store, shapes, target))) {
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
    scatterElement(vectorOf(value, i), store.getPointerOperand(), i * bytes,
                   commonAlignment(store.getAlign(), i * bytes), store);
}

} // namespace weft
