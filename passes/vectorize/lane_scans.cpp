// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/vectorize/lane_scans.h"

using namespace llvm;

namespace weft {

Value *shiftLanes(IRBuilderBase &builder, Value *vector, Constant *none, unsigned distance) {
  const unsigned width = cast<FixedVectorType>(vector->getType())->getNumElements();
  SmallVector<int, 64> lanes;
  for (unsigned i = 0; i < width; ++i)
    lanes.push_back(i < distance ? int(i) : int(width + i - distance));
  return builder.CreateShuffleVector(none, vector, lanes);
}

Value *scanLanes(IRBuilderBase &builder, Value *values, Constant *none,
                 function_ref<Value *(Value *before, Value *own)> combine) {
  const unsigned width = cast<FixedVectorType>(values->getType())->getNumElements();
  for (unsigned distance = 1; distance < width; distance *= 2)
    values = combine(shiftLanes(builder, values, none, distance), values);
  return values;
}

} // namespace weft
