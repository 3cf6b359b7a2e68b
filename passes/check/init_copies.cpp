// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/check/init_copies.h"

#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace weft {
namespace {

using Kind = UnwrittenMemory::Kind;

// Structures with more members than that are copied unseen.
constexpr unsigned MostMembers = 256;

struct Member {
  uint64_t offset;
  Type *type;
};

// The scalars of a type. False if there are too many, or some share their bytes.
bool collectMembers(Type *type, uint64_t offset, const DataLayout &layout,
                    SmallVectorImpl<Member> &members) {
  if (auto *record = dyn_cast<StructType>(type)) {
    if (record->hasName() && record->getName().starts_with("union."))
      return false;
    const StructLayout *places = layout.getStructLayout(record);
    for (auto [i, element] : enumerate(record->elements())) {
      // What Clang fills up with.
      auto *bytes = dyn_cast<ArrayType>(element);
      if (bytes && bytes->getElementType()->isIntegerTy(8) && bytes->getNumElements() < 8)
        continue;
      if (!collectMembers(element, offset + places->getElementOffset(unsigned(i)), layout, members))
        return false;
    }
    return true;
  }
  if (auto *array = dyn_cast<ArrayType>(type)) {
    const uint64_t step = layout.getTypeAllocSize(array->getElementType());
    for (uint64_t i = 0; i < array->getNumElements(); ++i)
      if (!collectMembers(array->getElementType(), offset + i * step, layout, members))
        return false;
    return true;
  }
  members.push_back({offset, type});
  return members.size() <= MostMembers;
}

// The type that is at the pointer, if something says so.
Type *typeAt(Value *pointer) {
  pointer = pointer->stripPointerCasts();
  if (auto *variable = dyn_cast<AllocaInst>(pointer))
    return variable->getAllocatedType();
  if (auto *gep = dyn_cast<GEPOperator>(pointer))
    return gep->getResultElementType();
  return nullptr;
}

} // namespace

Instruction *CopiedBits::whereIs(const UnwrittenMemory::Place &place, Instruction &before) {
  if (!place.distance)
    return &before;
  IRBuilder<> builder(&before);
  return SplitBlockAndInsertIfThen(builder.CreateIsNotNull(place.distance), &before,
                                   /*Unreachable=*/false);
}

void CopiedBits::put(Instruction &before, Value *pointer, Value *bits, Align align) {
  IRBuilder<> builder(&before);
  const UnwrittenMemory::Place place = memory.of(builder, pointer);
  IRBuilder<>(whereIs(place, before)).CreateAlignedStore(bits, place.address, align);
}

void CopiedBits::put(Instruction &before, Value *pointer, Value *byte, Value *length) {
  IRBuilder<> builder(&before);
  const UnwrittenMemory::Place place = memory.of(builder, pointer);
  IRBuilder<>(whereIs(place, before)).CreateMemSet(place.address, byte, length, MaybeAlign(1));
}

void CopiedBits::follow(Instruction &instruction) {
  if (auto *to = dyn_cast<StoreInst>(&instruction))
    store(*to);
  else if (auto *rmw = dyn_cast<AtomicRMWInst>(&instruction))
    atomic(*rmw, rmw->getPointerOperand(), rmw->getType());
  else if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
    atomic(*exchange, exchange->getPointerOperand(), exchange->getCompareOperand()->getType());
  else if (auto *set = dyn_cast<MemSetInst>(&instruction))
    fill(*set);
  else if (auto *transfer = dyn_cast<MemTransferInst>(&instruction))
    copy(*transfer);
}

void CopiedBits::store(StoreInst &store) {
  Value *value = store.getValueOperand(), *pointer = store.getPointerOperand();
  if (memory.kindOf(pointer) == Kind::None || !value->getType()->isSingleValueType())
    return;
  put(store, pointer,
      memory.isHostVisible(pointer) ? values.none(value->getType()) : values.of(value),
      store.getAlign());
}

// What is there goes into the result, and stays where the host reads it.
void CopiedBits::atomic(Instruction &atomic, Value *pointer, Type *type) {
  const Kind kind = memory.kindOf(pointer);
  if (kind == Kind::None)
    return;
  auto *rmw = dyn_cast<AtomicRMWInst>(&atomic);
  if (!rmw || rmw->getOperation() != AtomicRMWInst::Xchg) {
    IRBuilder<> builder(&atomic);
    const UnwrittenMemory::Place place = memory.of(builder, pointer);
    Value *bits = builder.CreateAlignedLoad(values.typeOf(type), place.address, Align(1));
    Value *bad = UnwrittenBits::any(builder, bits);
    if (place.distance)
      bad = builder.CreateAnd(bad, builder.CreateIsNotNull(place.distance));
    Constant *site = findings.site({WEFT_FOUND_UNWRITTEN_ATOMIC, WEFT_ACCESS_ATOMIC,
                                    layout.getTypeStoreSize(type).getFixedValue()},
                                   atomic.getDebugLoc());
    Findings::Details details;
    details.site = site;
    if (Value *root = provenance.onlyRoot(pointer)) {
      details.object = provenance.object(root);
      details.offset = provenance.offset(pointer);
      details.size = provenance.size(pointer, true);
    }
    findings.reportIf(bad, atomic, [&](IRBuilderBase &) { return details; });
  }
  put(atomic, pointer, values.none(type), Align(1));
}

void CopiedBits::fill(MemSetInst &set) {
  if (memory.kindOf(set.getRawDest()) == Kind::None)
    return;
  Value *byte = set.getValue();
  put(set, set.getRawDest(), values.of(byte), set.getLength());
}

void CopiedBits::copy(MemTransferInst &copy) {
  Value *to = copy.getRawDest(), *from = copy.getRawSource(), *length = copy.getLength();
  const Kind to_kind = memory.kindOf(to), from_kind = memory.kindOf(from);
  const bool is_host_visible = memory.isHostVisible(to);
  IRBuilder<> builder(&copy);
  if (is_host_visible && from_kind != Kind::None)
    if (auto *bytes = dyn_cast<ConstantInt>(length))
      checkMembers(copy, bytes->getZExtValue());
  if (to_kind == Kind::None)
    return;
  if (is_host_visible || from_kind == Kind::None) {
    put(copy, to, builder.getInt8(0), length);
    return;
  }
  builder.SetInsertPoint(&copy);
  const UnwrittenMemory::Place source = memory.of(builder, from);
  const UnwrittenMemory::Place target = memory.of(builder, to);
  Instruction *end = whereIs(target, copy);
  if (!source.distance) {
    IRBuilder<>(end).CreateMemMove(target.address, MaybeAlign(1), source.address, MaybeAlign(1),
                                   length);
    return;
  }
  Instruction *then = nullptr, *otherwise = nullptr;
  builder.SetInsertPoint(end);
  SplitBlockAndInsertIfThenElse(builder.CreateIsNotNull(source.distance), end, &then, &otherwise);
  IRBuilder<>(then).CreateMemMove(target.address, MaybeAlign(1), source.address, MaybeAlign(1),
                                  length);
  IRBuilder<>(otherwise).CreateMemSet(target.address, builder.getInt8(0), length, MaybeAlign(1));
}

// Reports if a member was not written at all: of a bit-field a part may be padding.
void CopiedBits::checkMembers(MemTransferInst &copy, uint64_t bytes) {
  SmallVector<Member> members;
  Type *type = nullptr;
  for (Value *end : {copy.getRawSource(), copy.getRawDest()})
    if (Type *at = typeAt(end);
        !type && at && at->isSized() && layout.getTypeAllocSize(at) == bytes)
      type = at;
  const bool is_known = type && collectMembers(type, 0, layout, members);
  IRBuilder<> builder(&copy);
  if (!is_known) {
    members.clear();
    if (bytes > MostMembers)
      return;
    for (uint64_t i = 0; i < bytes; ++i)
      members.push_back({i, builder.getInt8Ty()});
  }
  const UnwrittenMemory::Place place = memory.of(builder, copy.getRawSource());
  Value *bad = nullptr;
  for (const Member &member : members) {
    Value *at = builder.CreateConstGEP1_64(builder.getInt8Ty(), place.address, member.offset);
    Type *shape = values.typeOf(member.type);
    Value *bits = builder.CreateAlignedLoad(shape, at, Align(1));
    Value *all = builder.CreateICmpEQ(bits, Constant::getAllOnesValue(shape));
    if (all->getType()->isVectorTy())
      all = builder.CreateOrReduce(all);
    bad = !bad ? all : is_known ? builder.CreateOr(bad, all) : builder.CreateAnd(bad, all);
  }
  if (!bad)
    return;
  if (place.distance)
    bad = builder.CreateAnd(bad, builder.CreateIsNotNull(place.distance));
  Findings::Details details;
  details.site =
      findings.site({WEFT_FOUND_UNWRITTEN_STORE, WEFT_ACCESS_READ, bytes}, copy.getDebugLoc());
  if (Value *root = provenance.onlyRoot(copy.getRawSource()))
    details.object = provenance.object(root);
  findings.reportIf(bad, copy, [&](IRBuilderBase &) { return details; });
}

} // namespace weft
