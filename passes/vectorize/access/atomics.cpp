// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/vectorize/access/atomics.h"

#include "passes/analysis/thread_local_memory.h"
#include "passes/vectorize/access/access.h"
#include "passes/vectorize/lane_scans.h"

#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"

using namespace llvm;

namespace weft {
namespace {

// The operation of an atomic instruction that may be done in any order, and its neutral element.
Value *combined(IRBuilderBase &builder, AtomicRMWInst::BinOp code, Value *a, Value *b) {
  switch (code) {
  case AtomicRMWInst::Add:
  case AtomicRMWInst::Sub: // by the sum
    return builder.CreateAdd(a, b);
  case AtomicRMWInst::And:
    return builder.CreateAnd(a, b);
  case AtomicRMWInst::Or:
    return builder.CreateOr(a, b);
  case AtomicRMWInst::Xor:
    return builder.CreateXor(a, b);
  case AtomicRMWInst::Max:
    return builder.CreateBinaryIntrinsic(Intrinsic::smax, a, b);
  case AtomicRMWInst::Min:
    return builder.CreateBinaryIntrinsic(Intrinsic::smin, a, b);
  case AtomicRMWInst::UMax:
    return builder.CreateBinaryIntrinsic(Intrinsic::umax, a, b);
  case AtomicRMWInst::UMin:
    return builder.CreateBinaryIntrinsic(Intrinsic::umin, a, b);
  default:
    return nullptr;
  }
}

Constant *neutral(AtomicRMWInst::BinOp code, Type *type) {
  unsigned bits = type->getScalarSizeInBits();
  switch (code) {
  case AtomicRMWInst::And:
  case AtomicRMWInst::UMin:
    return Constant::getAllOnesValue(type);
  case AtomicRMWInst::Max:
    return ConstantInt::get(type, APInt::getSignedMinValue(bits));
  case AtomicRMWInst::Min:
    return ConstantInt::get(type, APInt::getSignedMaxValue(bits));
  default:
    return Constant::getNullValue(type);
  }
}

} // namespace

void Atomics::emit(const Instruction &instruction) {
  auto *atomic = dyn_cast<AtomicRMWInst>(&instruction);
  if (atomic && core.isUniform(atomic->getPointerOperand()) && emitCombinedAtomic(*atomic))
    return;
  if (atomic && isThreadLocal(*atomic) && emitThreadLocalAtomic(*atomic))
    return;
  core.emitPerLane(instruction);
}

// How many lanes before each are active, as vectors of `type`.
Value *Atomics::activeBefore(FixedVectorType *type) {
  FixedVectorType *counts = core.wideType(builder.getInt32Ty());
  if (!target.countsBits(counts)) {
    // Added up in bytes: one shift of a register for each step.
    FixedVectorType *bytes = core.wideType(builder.getInt8Ty());
    Constant *none = Constant::getNullValue(bytes);
    Value *sum = scanLanes(
        builder, shiftLanes(builder, builder.CreateZExt(core.current_mask, bytes), none, 1), none,
        [&](Value *a, Value *b) { return builder.CreateAdd(a, b); });
    return builder.CreateZExtOrTrunc(sum, type);
  }
  // In 32 bits of the mask each. More lanes have several words of it: each its own, and what those
  // before that count.
  constexpr unsigned Word = 32;
  SmallVector<Constant *, 64> before;
  SmallVector<int, 64> own_word;
  for (unsigned lane = 0; lane < width; ++lane) {
    before.push_back(builder.getInt32(maskTrailingOnes<uint32_t>(lane % Word)));
    own_word.push_back(int(lane / Word));
  }
  auto count = [&](Value *words) { return builder.CreateUnaryIntrinsic(Intrinsic::ctpop, words); };
  if (width <= Word) {
    Value *word = builder.CreateZExt(core.maskBits(core.current_mask), builder.getInt32Ty());
    Value *sum = count(builder.CreateAnd(core.splat(word), ConstantVector::get(before)));
    return builder.CreateZExtOrTrunc(sum, type);
  }
  auto *all = FixedVectorType::get(builder.getInt32Ty(), width / Word);
  Value *words = builder.CreateBitCast(core.current_mask, all);
  Value *sum = count(
      builder.CreateAnd(builder.CreateShuffleVector(words, own_word), ConstantVector::get(before)));
  Constant *none = Constant::getNullValue(all);
  Value *skipped = scanLanes(builder, shiftLanes(builder, count(words), none, 1), none,
                             [&](Value *a, Value *b) { return builder.CreateAdd(a, b); });
  return builder.CreateZExtOrTrunc(
      builder.CreateAdd(sum, builder.CreateShuffleVector(skipped, own_word)), type);
}

// One operation for all lanes: with the sum of their values; each lane's result is what was there
// with the values of the lanes before it.
bool Atomics::emitCombinedAtomic(const AtomicRMWInst &atomic) {
  AtomicRMWInst::BinOp code = atomic.getOperation();
  const Value *operand = atomic.getValOperand();
  Type *type = operand->getType();
  if (!type->isIntegerTy() ||
      !combined(builder, code, PoisonValue::get(type), PoisonValue::get(type)))
    return false;
  Value *before = nullptr, *total;
  bool counts = code == AtomicRMWInst::Add || code == AtomicRMWInst::Sub;
  bool idempotent = !counts && code != AtomicRMWInst::Xor;
  FixedVectorType *vector = core.wideType(type);
  if (atomic.use_empty() && core.isUniform(operand) && idempotent) {
    total = core.scalarOf(operand);
  } else if (core.isUniform(operand) && counts && type->getIntegerBitWidth() >= 8) {
    Value *active =
        builder.CreateUnaryIntrinsic(Intrinsic::ctpop, core.maskBits(core.current_mask));
    total = builder.CreateMul(core.scalarOf(operand), builder.CreateZExtOrTrunc(active, type));
    if (!atomic.use_empty())
      before = builder.CreateMul(core.vectorOf(operand), activeBefore(vector));
  } else {
    Constant *none = neutral(code, vector);
    Value *sum =
        scanLanes(builder, builder.CreateSelect(core.current_mask, core.vectorOf(operand), none),
                  none, [&](Value *a, Value *b) { return combined(builder, code, a, b); });
    total = builder.CreateExtractElement(sum, uint64_t(width - 1));
    before = shiftLanes(builder, sum, none, 1);
  }
  auto *first = cast<AtomicRMWInst>(atomic.clone());
  first->setOperand(0, core.scalarOf(atomic.getPointerOperand()));
  first->setOperand(1, total);
  builder.Insert(first);
  if (atomic.use_empty())
    return true;
  Value *old = core.splat(first);
  core.setVectors(&atomic, {code == AtomicRMWInst::Sub ? builder.CreateSub(old, before)
                                                       : combined(builder, code, old, before)});
  return true;
}

// Whether nothing is wanted of the operation but what it does to local memory.
bool Atomics::isUpdate(const Instruction &instruction) const {
  auto *atomic = dyn_cast<AtomicRMWInst>(&instruction);
  return atomic && atomic->use_empty() && isThreadLocal(*atomic) &&
         isPlainElement(atomic->getType(), layout) && !core.isUniform(atomic->getPointerOperand());
}

// The update that comes next, if one could come right behind the other; null if there is none. In
// the other direction if `forward` is false.
const AtomicRMWInst *Atomics::updateBeside(const AtomicRMWInst &atomic, bool forward) const {
  if (!isUpdate(atomic))
    return nullptr;
  const Instruction *next = &atomic;
  while ((next = forward ? next->getNextNode() : next->getPrevNode())) {
    if (isUpdate(*next))
      return cast<AtomicRMWInst>(next);
    if (next->mayReadOrWriteMemory() || isa<CallBase, PHINode>(next) || next->isTerminator())
      return nullptr;
  }
  return nullptr;
}

// Lane after lane, without locks; without branches too while all lanes run. Of several updates in a
// row each lane does all, so that what their addresses are made of is at hand once.
bool Atomics::emitThreadLocalAtomic(const AtomicRMWInst &atomic) {
  if (!isPlainElement(atomic.getType(), layout))
    return false;
  if (updateBeside(atomic, /*forward=*/true))
    return true; // with that one
  SmallVector<const AtomicRMWInst *, 4> updates = {&atomic};
  while (const AtomicRMWInst *before = updateBeside(*updates.back(), /*forward=*/false))
    updates.push_back(before);
  std::reverse(updates.begin(), updates.end());
  if (core.allRun()) {
    core.setVectors(&atomic, {updateLanes(updates)});
    return true;
  }
  BasicBlock *whole = core.newBlock("update.whole"), *parts = core.newBlock("update.parts"),
             *done = core.newBlock("updated");
  builder.CreateCondBr(core.all(core.current_mask), whole, parts);
  builder.SetInsertPoint(whole);
  Value *old = updateLanes(updates);
  builder.CreateBr(done);
  builder.SetInsertPoint(parts);
  for (const AtomicRMWInst *update : updates)
    core.loopOverLanes(*update);
  Value *old_of_some = core.vectorOf(&atomic);
  BasicBlock *parts_end = builder.GetInsertBlock();
  builder.CreateBr(done);
  builder.SetInsertPoint(done);
  PHINode *results = builder.CreatePHI(old->getType(), 2);
  results->addIncoming(old, whole);
  results->addIncoming(old_of_some, parts_end);
  core.setVectors(&atomic, {results});
  return true;
}

// The operations in each lane; what was there before the last one.
Value *Atomics::updateLanes(ArrayRef<const AtomicRMWInst *> updates) {
  Value *results = PoisonValue::get(core.wideType(updates.back()->getType()));
  lane_values.forgetPairs();
  for (unsigned lane = 0; lane < width; ++lane)
    for (const AtomicRMWInst *update : updates) {
      Value *at = lane_values.address(update->getPointerOperand(), lane);
      Value *old = builder.CreateAlignedLoad(update->getType(), at, update->getAlign());
      Value *value = core.laneOf(update->getValOperand(), builder.getInt64(lane));
      value = buildAtomicRMWValue(update->getOperation(), builder, old, value);
      builder.CreateAlignedStore(value, at, update->getAlign());
      if (update == updates.back())
        results = builder.CreateInsertElement(results, old, uint64_t(lane));
    }
  return results;
}

} // namespace weft
