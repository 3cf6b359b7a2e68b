// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/vectorize/access/lane_values.h"

#include "passes/vectorize/access/access.h"

#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {

Value *LaneValues::address(const Value *pointer, unsigned lane) {
  auto *gep = dyn_cast<GetElementPtrInst>(pointer);
  if (!gep || !core.isUniform(gep->getPointerOperand()))
    return storedLane(pointer, lane);
  SmallVector<Value *, 4> indices;
  for (const Use &use : gep->indices()) {
    const Value *index = use;
    if (auto *zext = dyn_cast<ZExtInst>(index); zext && !core.hasScalar(index) &&
                                                core.hasLanes(zext->getOperand(0)) &&
                                                isPlainElement(zext->getSrcTy(), layout))
      index = zext->getOperand(0);
    bool computed = isLaneOperation(*index) || core.hasScalar(index);
    Value *own = computed ? storedField(index, lane) : storedLane(index, lane);
    if (!own)
      own = lanesOwn(index, lane);
    indices.push_back(index == use ? own : builder.CreateZExt(own, use->getType()));
  }
  return builder.CreateGEP(gep->getSourceElementType(), core.scalarOf(gep->getPointerOperand()),
                           indices);
}

// What costs no more lane by lane than the move out of a vector does.
bool LaneValues::isLaneOperation(const Value &value) const {
  if (auto *sext = dyn_cast<SExtInst>(&value))
    return core.hasLanes(sext->getOperand(0));
  auto *op = dyn_cast<BinaryOperator>(&value);
  if (!op || !op->getType()->isIntegerTy() || !core.hasScalar(op->getOperand(1)) ||
      !core.hasLanes(op->getOperand(0)))
    return false;
  switch (op->getOpcode()) {
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Shl:
  case Instruction::LShr:
  case Instruction::AShr:
    return true;
  default:
    return false;
  }
}

// What is made there serves all uses of `value`.
void LaneValues::insertBehind(Value *value) {
  auto *made = dyn_cast<Instruction>(value);
  if (!made) {
    builder.SetInsertPoint(core.entry_end);
    return;
  }
  BasicBlock::iterator after = *made->getInsertionPointAfterDef();
  if (after == made->getParent()->end()) // it is being written
    builder.SetInsertPoint(made->getParent());
  else
    builder.SetInsertPoint(after);
}

// A lane's value, computed from that lane's part of a vector that others may be computed from too.
Value *LaneValues::lanesOwn(const Value *value, unsigned lane) {
  Value *number = builder.getInt64(lane);
  if (core.hasScalar(value))
    return core.laneOf(value, number);
  if (auto *cast = dyn_cast<SExtInst>(value); cast && isLaneOperation(*value))
    return builder.CreateSExt(lanesOwn(cast->getOperand(0), lane), cast->getType());
  if (isLaneOperation(*value)) {
    auto *op = cast<BinaryOperator>(value);
    Value *left = lanesOwn(op->getOperand(0), lane);
    return builder.CreateBinOp(op->getOpcode(), left, core.laneOf(op->getOperand(1), number));
  }
  Value *vector = core.vectorOf(value);
  Value *&known = lane_parts[{vector, lane}];
  if (!known) {
    IRBuilderBase::InsertPointGuard guard(builder);
    insertBehind(vector);
    known = builder.CreateExtractElement(vector, number);
  }
  return known;
}

// Where the lanes' values lie in memory, one behind the other; volatile, so that it stays so. Only
// plain elements lie so: vectors of others, such as booleans, are packed by bits.
Value *LaneValues::storedLanes(const Value *value) {
  assert(isPlainElement(value->getType(), layout));
  Value *vector = core.vectorOf(value);
  AllocaInst *&place = stored_lanes[vector];
  if (!place) {
    place = new AllocaInst(vector->getType(), layout.getAllocaAddrSpace(), nullptr, Align(64),
                           "lane.values", core.entry);
    IRBuilderBase::InsertPointGuard guard(builder);
    insertBehind(vector);
    builder.CreateAlignedStore(vector, place, Align(64), /*isVolatile=*/true);
  }
  return place;
}

// A lane's value by way of memory.
Value *LaneValues::storedLane(const Value *value, unsigned lane) {
  if (core.hasScalar(value))
    return core.laneOf(value, builder.getInt64(lane));
  if (!isPlainElement(value->getType(), layout))
    return lanesOwn(value, lane);
  int64_t bytes = layout.getTypeStoreSize(value->getType());
  return builder.CreateAlignedLoad(value->getType(),
                                   core.elementAddress(storedLanes(value), lane * bytes),
                                   Align(uint64_t(bytes)), /*isVolatile=*/true);
}

// The same of a byte or two of an integer that a shift and a mask take out of it. Null if `value`
// is something else.
Value *LaneValues::storedField(const Value *value, unsigned lane) {
  const Value *whole = value;
  unsigned size = value->getType()->getScalarSizeInBits(), bits = size, shift = 0;
  // A pattern that fails may have bound some of its captures: what they hold counts where it fits.
  const Value *operand;
  if (const APInt *mask; match(whole, m_And(m_Value(operand), m_LowBitMask(mask)))) {
    bits = mask->popcount();
    whole = operand;
  }
  if (const APInt *distance;
      match(whole, m_LShr(m_Value(operand), m_APInt(distance))) && distance->ult(size)) {
    shift = unsigned(distance->getZExtValue());
    bits = std::min(bits, size - shift);
    whole = operand;
  }
  bool is_field = (bits == 8 || bits == 16) && bits < size && shift % 8 == 0;
  if (!is_field || core.hasScalar(whole) || !isPlainElement(whole->getType(), layout) ||
      !core.hasLanes(whole))
    return nullptr;
  if (size == 32 && !target.tuning().loads_are_cheap) {
    Value *field = builder.CreateLShr(storedPair(whole, lane / 2), shift + lane % 2 * size);
    field = builder.CreateAnd(field, maskTrailingOnes<uint64_t>(bits));
    return builder.CreateTrunc(field, whole->getType());
  }
  Value *at = core.elementAddress(storedLanes(whole), int64_t(lane * (size / 8) + shift / 8));
  Value *field =
      builder.CreateAlignedLoad(builder.getIntNTy(bits), at, Align(1), /*isVolatile=*/true);
  return builder.CreateZExt(field, whole->getType());
}

// The words of two lanes, by way of memory: each update is a load as well, so that loads are what
// updates wait for, where they are not cheap.
Value *LaneValues::storedPair(const Value *value, unsigned pair) {
  Value *place = storedLanes(value);
  Value *&known = stored_pairs[{place, pair}];
  if (!known)
    known = builder.CreateAlignedLoad(builder.getInt64Ty(), core.elementAddress(place, pair * 8),
                                      Align(8), /*isVolatile=*/true);
  return known;
}

} // namespace weft
