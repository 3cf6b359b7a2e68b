// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/check/nests.h"

#include "llvm/ADT/SmallVector.h"

using namespace llvm;

namespace weft {

Value *makeMost(IRBuilderBase &builder, Value *a, Value *b) {
  return builder.CreateBinaryIntrinsic(Intrinsic::smax, a, b);
}
Value *makeLeast(IRBuilderBase &builder, Value *a, Value *b) {
  return builder.CreateBinaryIntrinsic(Intrinsic::smin, a, b);
}
Value *makeMagnitude(IRBuilderBase &builder, Value *step) {
  return builder.CreateIntrinsic(Intrinsic::abs, {step->getType()}, {step, builder.getFalse()});
}

Nest makeNest(IRBuilderBase &builder, Value *width, ArrayRef<NestDimension> dimensions) {
  auto isOne = [&](Value *count) {
    return builder.CreateICmpULE(count, ConstantInt::get(count->getType(), 1));
  };
  SmallVector<NestDimension, 6> sorted(dimensions);
  for (NestDimension &of : sorted)
    of.step = builder.CreateSelect(isOne(of.count), builder.getInt64(0), of.step);
  for (size_t last = sorted.size(); last-- > 1;)
    for (size_t i = 0; i < last; ++i) {
      NestDimension &a = sorted[i], &b = sorted[i + 1];
      Value *swap = builder.CreateICmpUGT(a.step, b.step);
      const NestDimension low = {builder.CreateSelect(swap, b.step, a.step),
                                 builder.CreateSelect(swap, b.count, a.count)};
      b = {builder.CreateSelect(swap, a.step, b.step),
           builder.CreateSelect(swap, a.count, b.count)};
      a = low;
    }
  Nest nest{builder.getTrue(), width};
  for (const NestDimension &of : sorted) {
    nest.is_apart = builder.CreateAnd(
        nest.is_apart,
        builder.CreateOr(builder.CreateICmpUGE(of.step, nest.reach), isOne(of.count)));
    nest.reach = builder.CreateAdd(
        nest.reach, builder.CreateMul(of.step, builder.CreateSub(of.count, builder.getInt64(1))));
  }
  return nest;
}

} // namespace weft
