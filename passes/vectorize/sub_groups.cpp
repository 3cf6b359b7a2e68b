// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/vectorize/sub_groups.h"

#include "passes/vectorize/lane_scans.h"

using namespace llvm;

namespace weft {

void SubGroups::emitShuffle(const CallBase &call) {
  const Value *index = call.getArgOperand(1);
  Value *from = core.vectorOf(call.getArgOperand(0));
  if (core.isUniform(index)) {
    Value *lane = builder.CreateAnd(core.scalarOf(index), builder.getInt32(width - 1));
    core.setScalar(&call, builder.CreateExtractElement(from, lane));
    return;
  }
  // Numbers as wide as the elements are what the target's permutations take.
  Value *numbers = core.vectorOf(index);
  if (!isa<Constant>(numbers))
    numbers = builder.CreateFreeze(numbers);
  unsigned bits = from->getType()->getScalarSizeInBits();
  numbers = builder.CreateZExtOrTrunc(numbers, core.wideType(builder.getIntNTy(bits)));
  numbers = builder.CreateAnd(numbers, ConstantInt::get(numbers->getType(), width - 1));
  SmallVector<int, 64> known;
  for (unsigned lane = 0; lane < width && isa<Constant>(numbers); ++lane)
    if (auto *number =
            dyn_cast_or_null<ConstantInt>(cast<Constant>(numbers)->getAggregateElement(lane)))
      known.push_back(int(number->getZExtValue()));
  if (known.size() == width) {
    core.setVectors(&call, {builder.CreateShuffleVector(from, known)});
    return;
  }
  if (Value *result = target.permute(builder, from, numbers)) {
    core.setVectors(&call, {result});
    return;
  }
  Value *result = PoisonValue::get(from->getType());
  for (unsigned lane = 0; lane < width; ++lane) {
    Value *number = builder.CreateExtractElement(numbers, uint64_t(lane));
    result = builder.CreateInsertElement(result, builder.CreateExtractElement(from, number),
                                         uint64_t(lane));
  }
  core.setVectors(&call, {result});
}

void SubGroups::emit(const CallBase &call, SubGroupOperation operation) {
  switch (operation.kind) {
  case SubGroupOperation::Lane:
    core.setScalar(&call, Constant::getNullValue(call.getType()));
    return;
  case SubGroupOperation::Barrier:
    // Lanes go along together; what they do to memory has to stay in order.
    core.orderMemory();
    return;
  case SubGroupOperation::Ballot: {
    Value *bits =
        core.maskBits(core.maskAnd(core.current_mask, core.vectorOf(call.getArgOperand(0))));
    core.setScalar(&call, builder.CreateZExt(bits, call.getType()));
    return;
  }
  case SubGroupOperation::Shuffle:
    return emitShuffle(call);
  case SubGroupOperation::MaxSize:
    return core.fail(call, "the size of sub-groups is not known");
  default:
    break;
  }
  Constant *none = operation.identity(core.wideType(call.getType()));
  Value *values =
      builder.CreateSelect(core.current_mask, core.vectorOf(call.getArgOperand(0)), none);
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
    core.setScalar(&call, builder.CreateExtractElement(values, uint64_t(0)));
    return;
  }
  if (operation.kind == SubGroupOperation::Clustered) {
    Value *size = core.vectorOf(call.getArgOperand(1));
    for (unsigned distance = 1; distance < width; distance *= 2) {
      SmallVector<int, 64> other;
      for (unsigned i = 0; i < width; ++i)
        other.push_back(int(i ^ distance));
      Value *both = combine(values, builder.CreateShuffleVector(values, other));
      Value *wanted = builder.CreateICmpUGT(size, ConstantInt::get(size->getType(), distance));
      values = builder.CreateSelect(wanted, both, values);
    }
    core.setVectors(&call, {values});
    return;
  }
  values = scanLanes(builder, values, none, combine);
  if (operation.kind == SubGroupOperation::Exclusive)
    values = shiftLanes(builder, values, none, 1);
  core.setVectors(&call, {values});
}

} // namespace weft
