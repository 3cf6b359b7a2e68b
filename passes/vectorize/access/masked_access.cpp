// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/vectorize/access/masked_access.h"

#include "weft/kernel_abi.h"

#include "passes/address_space.h"
#include "passes/vectorize/active_lane_loop.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/MDBuilder.h"

using namespace llvm;

namespace weft {

// Of more elements than these, a loop over those that are to be accessed is faster than a decision
// for each.
static constexpr unsigned MostUnrolled = 8;

// Half a cache line, of which two that are stored one after the other make a whole one.
static constexpr uint64_t FewestBytesOfWhole = 32;

// Whether lanes leave the loop around `load` for what they load: a search, or a comparison. Each
// iteration's mask then waits for a load; if that waits for the mask, it is the sum of both that
// counts.
bool MaskedAccess::decidesWhoStays(const Instruction &load) const {
  constexpr unsigned MaxUses = 32;
  const FlowLevel &level = core.levels.levelOf(*load.getParent());
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

// Whether some of `lanes` runs, in whose page of memory all of the vector lies: then idle lanes'
// elements may be read too. Null if that cannot be told, or must not be tried: of an array that the
// compiler sees, it knows the end.
Value *MaskedAccess::isOnePage(Value *pointer, Align align, uint64_t bytes, Value *lanes) {
  const uint64_t page = target.leastPageBytes();
  SmallVector<const Value *, 4> objects;
  getUnderlyingObjects(pointer, objects);
  if (bytes > page ||
      any_of(objects, [](const Value *object) { return isa<AllocaInst, GlobalValue>(object); }))
    return nullptr;
  Value *some = core.some_run && lanes == core.current_mask ? nullptr : core.any(lanes);
  if (isPowerOf2_64(bytes) && align >= bytes)
    return some ? some : builder.getTrue();
  Type *integer = layout.getIntPtrType(pointer->getType());
  Value *at = builder.CreateAnd(builder.CreatePtrToInt(pointer, integer), page - 1);
  Value *in_page = builder.CreateICmpULE(at, ConstantInt::get(integer, page - bytes));
  return some ? builder.CreateAnd(in_page, some) : in_page;
}

// `lanes` speaks of the vector's elements.
Value *MaskedAccess::load(FixedVectorType *type, Value *pointer, Align align, Value *lanes,
                          const Instruction &from) {
  if (auto *constant = dyn_cast<Constant>(lanes); constant && constant->isAllOnesValue())
    return describe(builder.CreateAlignedLoad(type, pointer, align), from);
  const bool legal =
      target.hasMaskedLoad(type, align, pointer->getType()->getPointerAddressSpace());
  auto load_parts = [&]() -> Value * {
    return legal ? describe(builder.CreateMaskedLoad(type, pointer, align, lanes,
                                                     PoisonValue::get(type)),
                            from)
                 : loadElements(type, pointer, align, lanes, from);
  };
  Value *one_page = !legal || (lanes == core.current_mask && decidesWhoStays(from))
                        ? isOnePage(pointer, align, layout.getTypeStoreSize(type), lanes)
                        : nullptr;
  if (!one_page && legal)
    return load_parts();
  // An array's end is known: the whole vector is read when all of it is asked for.
  BasicBlock *page = core.newBlock("load.page"), *pages = core.newBlock("load.pages"),
             *done = core.newBlock("loaded");
  if (one_page)
    builder.CreateCondBr(one_page, page, pages,
                         MDBuilder(core.wide->getContext()).createLikelyBranchWeights());
  else
    builder.CreateCondBr(core.all(lanes), page, pages);
  builder.SetInsertPoint(page);
  Value *whole = describe(builder.CreateAlignedLoad(type, pointer, align), from);
  builder.CreateBr(done);
  builder.SetInsertPoint(pages);
  return core.mergeOutcomes(whole, page, load_parts(), done)[0];
}

// Whether to write a loop over the active lanes, which finds elements in a stack slot.
bool MaskedAccess::isLoopShorter(FixedVectorType *type) const {
  Type *element = type->getElementType();
  return type->getNumElements() > MostUnrolled &&
         layout.getTypeSizeInBits(element) == layout.getTypeAllocSizeInBits(element);
}

Value *MaskedAccess::loadElements(FixedVectorType *type, Value *pointer, Align align, Value *lanes,
                                  const Instruction &from) {
  Type *element = type->getElementType();
  const uint64_t bytes = layout.getTypeStoreSize(element);
  if (isLoopShorter(type)) {
    AllocaInst *collected = core.elementsPlace(type);
    ActiveLaneLoop loop(core, lanes);
    Value *at = builder.CreateGEP(element, pointer, loop.lane());
    LoadInst *one =
        describe(builder.CreateAlignedLoad(element, at, commonAlignment(align, bytes)), from);
    builder.CreateStore(one, builder.CreateGEP(element, collected, loop.lane()));
    loop.end();
    return builder.CreateLoad(type, collected);
  }
  Value *collected = PoisonValue::get(type),
        *idle = core.safePlace(pointer->getType()->getPointerAddressSpace());
  for (unsigned i = 0; i < type->getNumElements(); ++i) {
    Value *at = builder.CreateSelect(builder.CreateExtractElement(lanes, uint64_t(i)),
                                     core.elementAddress(pointer, int64_t(i * bytes)), idle);
    LoadInst *one =
        describe(builder.CreateAlignedLoad(element, at, commonAlignment(align, i * bytes)), from);
    collected = builder.CreateInsertElement(collected, one, uint64_t(i));
  }
  return collected;
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
void MaskedAccess::writeBack(Value *value, Value *pointer, Align align) {
  auto *type = cast<FixedVectorType>(value->getType());
  assert(layout.getTypeStoreSize(type) <= WEFT_LOCAL_MARGIN);
  // Of another address space, lest the code generator makes a masked store of both.
  Value *generic = builder.CreateAddrSpaceCast(pointer, builder.getPtrTy(AddressSpace::Generic));
  Value *old = builder.CreateAlignedLoad(type, generic, align);
  builder.CreateAlignedStore(builder.CreateSelect(core.current_mask, value, old), pointer, align);
}

// A CPU that is to write a whole cache line need not read it before, which masked stores hide from
// it, even of all lanes: twice the time of a kernel that streams through memory under a bound.
bool MaskedAccess::hidesWholeLines(const Value *value, unsigned space) const {
  return space == AddressSpace::Global && core.mostly_whole && core.current_mask != core.lanes &&
         layout.getTypeStoreSize(value->getType()) >= FewestBytesOfWhole;
}

void MaskedAccess::store(Value *value, Value *pointer, Align align, Value *lanes,
                         const Instruction &from) {
  auto *type = cast<FixedVectorType>(value->getType());
  if (auto *constant = dyn_cast<Constant>(lanes); constant && constant->isAllOnesValue()) {
    describe(builder.CreateAlignedStore(value, pointer, align), from);
    return;
  }
  unsigned space = pointer->getType()->getPointerAddressSpace();
  if (space == AddressSpace::Local && lanes == core.current_mask && core.some_run && updates(from))
    return writeBack(value, pointer, align);
  const bool legal = target.hasMaskedStore(type, align, space);
  if (legal && !hidesWholeLines(value, space)) {
    describe(builder.CreateMaskedStore(value, pointer, align, lanes), from);
    return;
  }
  BasicBlock *whole = core.newBlock("store.whole"), *parts = core.newBlock("store.parts"),
             *done = core.newBlock("stored");
  builder.CreateCondBr(core.all(lanes), whole, parts);
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

void MaskedAccess::storeElements(Value *value, Value *pointer, Align align, Value *lanes,
                                 const Instruction &from) {
  auto *type = cast<FixedVectorType>(value->getType());
  Type *element = type->getElementType();
  const uint64_t bytes = layout.getTypeStoreSize(element);
  if (isLoopShorter(type)) {
    Value *same = getSplatValue(value);
    AllocaInst *elements = nullptr;
    if (!same) {
      elements = core.elementsPlace(type);
      builder.CreateStore(value, elements);
    }
    ActiveLaneLoop loop(core, lanes);
    Value *one =
        same ? same
             : builder.CreateLoad(element, builder.CreateGEP(element, elements, loop.lane()));
    Value *at = builder.CreateGEP(element, pointer, loop.lane());
    describe(builder.CreateAlignedStore(one, at, commonAlignment(align, bytes)), from);
    loop.end();
    return;
  }
  Value *idle = core.safePlace(pointer->getType()->getPointerAddressSpace());
  for (unsigned i = 0; i < type->getNumElements(); ++i) {
    Value *at = builder.CreateSelect(builder.CreateExtractElement(lanes, uint64_t(i)),
                                     core.elementAddress(pointer, int64_t(i * bytes)), idle);
    describe(builder.CreateAlignedStore(builder.CreateExtractElement(value, uint64_t(i)), at,
                                        commonAlignment(align, i * bytes)),
             from);
  }
}

} // namespace weft
