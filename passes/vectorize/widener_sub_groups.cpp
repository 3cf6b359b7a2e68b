// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The widener's sub-group operations: a sub-group is the vector, its active work-items are the
// lanes of the current mask. Results that are the same for all active lanes are scalars.
#include "passes/vectorize/widener.h"

using namespace llvm;

namespace weft {

// Lane i gets what is `distance` lanes before it, the first ones what `none` holds.
Value *Widener::shiftLanes(Value *vector, Constant *none, unsigned distance) {
  SmallVector<int, 64> lanes;
  for (unsigned i = 0; i < width; ++i)
    lanes.push_back(i < distance ? int(i) : int(width + i - distance));
  return builder.CreateShuffleVector(none, vector, lanes);
}

// Each lane's value combined with those of all lanes before it; `none` is neutral.
Value *Widener::scanLanes(Value *values, Constant *none,
                          function_ref<Value *(Value *before, Value *own)> combine) {
  for (unsigned distance = 1; distance < width; distance *= 2)
    values = combine(shiftLanes(values, none, distance), values);
  return values;
}

void Widener::emitShuffle(const CallBase &call) {
  const Value *index = call.getArgOperand(1);
  Value *from = vectorOf(call.getArgOperand(0));
  if (isUniform(index)) {
    Value *lane = builder.CreateAnd(scalarOf(index), builder.getInt32(width - 1));
    scalars[&call] = builder.CreateExtractElement(from, lane);
    return;
  }
  // Numbers as wide as the elements are what the target's permutations take.
  Value *numbers = vectorOf(index);
  if (!isa<Constant>(numbers))
    numbers = builder.CreateFreeze(numbers);
  unsigned bits = from->getType()->getScalarSizeInBits();
  numbers = builder.CreateZExtOrTrunc(numbers, wideType(builder.getIntNTy(bits)));
  numbers = builder.CreateAnd(numbers, ConstantInt::get(numbers->getType(), width - 1));
  SmallVector<int, 64> known;
  for (unsigned lane = 0; lane < width && isa<Constant>(numbers); ++lane)
    if (auto *number =
            dyn_cast_or_null<ConstantInt>(cast<Constant>(numbers)->getAggregateElement(lane)))
      known.push_back(int(number->getZExtValue()));
  if (known.size() == width) {
    setVectors(&call, {builder.CreateShuffleVector(from, known)});
    return;
  }
  if (Value *result = target.permute(builder, from, numbers)) {
    setVectors(&call, {result});
    return;
  }
  Value *result = PoisonValue::get(from->getType());
  for (unsigned lane = 0; lane < width; ++lane) {
    Value *number = builder.CreateExtractElement(numbers, uint64_t(lane));
    result = builder.CreateInsertElement(result, builder.CreateExtractElement(from, number),
                                         uint64_t(lane));
  }
  setVectors(&call, {result});
}

void Widener::emitSubGroup(const CallBase &call, SubGroupOperation operation) {
  switch (operation.kind) {
  case SubGroupOperation::Lane:
    scalars[&call] = Constant::getNullValue(call.getType());
    return;
  case SubGroupOperation::Barrier:
    // Lanes go along together; what they do to memory has to stay in order.
    builder.CreateFence(AtomicOrdering::AcquireRelease, SyncScope::SingleThread);
    return;
  case SubGroupOperation::Ballot: {
    Value *bits = maskBits(maskAnd(current_mask, vectorOf(call.getArgOperand(0))));
    scalars[&call] = builder.CreateZExt(bits, call.getType());
    return;
  }
  case SubGroupOperation::Shuffle:
    return emitShuffle(call);
  case SubGroupOperation::MaxSize:
    return fail(call, "the size of sub-groups is not known");
  default:
    break;
  }
  Constant *none = operation.identity(wideType(call.getType()));
  Value *values = builder.CreateSelect(current_mask, vectorOf(call.getArgOperand(0)), none);
  auto combine = [&](Value *a, Value *b) { return operation.apply(builder, a, b); };
  if (operation.kind == SubGroupOperation::Reduce) {
    for (unsigned half = width / 2; half >= 1; half /= 2) {
      SmallVector<int, 32> low, high;
      for (unsigned i = 0; i < half; ++i) {
        low.push_back(int(i));
        high.push_back(int(half + i));
      }
      values = combine(builder.CreateShuffleVector(values, low),
                       builder.CreateShuffleVector(values, high));
    }
    scalars[&call] = builder.CreateExtractElement(values, uint64_t(0));
    return;
  }
  if (operation.kind == SubGroupOperation::Clustered) {
    Value *size = vectorOf(call.getArgOperand(1));
    for (unsigned distance = 1; distance < width; distance *= 2) {
      SmallVector<int, 64> other;
      for (unsigned i = 0; i < width; ++i)
        other.push_back(int(i ^ distance));
      Value *both = combine(values, builder.CreateShuffleVector(values, other));
      Value *wanted = builder.CreateICmpUGT(size, ConstantInt::get(size->getType(), distance));
      values = builder.CreateSelect(wanted, both, values);
    }
    setVectors(&call, {values});
    return;
  }
  values = scanLanes(values, none, combine);
  if (operation.kind == SubGroupOperation::Exclusive)
    values = shiftLanes(values, none, 1);
  setVectors(&call, {values});
}

} // namespace weft
