// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes out intrinsics that have no form for lanes, and would run lane by lane:
//
//   i32 @llvm.vector.reduce.or(<4 x i32> %v)      =>   ((v0 | v1) | (v2 | v3))
//   {i32, i1} @llvm.umul.with.overflow(%a, %b)    =>   %p = zext %a * zext %b: {trunc %p, ...}
//
// The first are what any() and all() of vectors are made of, the second sums and products that
// saturate. Products of 64 bits are left as they are.
#ifndef WEFT_PASSES_VECTORIZE_EXPAND_INTRINSICS_H
#define WEFT_PASSES_VECTORIZE_EXPAND_INTRINSICS_H

namespace llvm {
class Function;
} // namespace llvm

namespace weft {

// Whether there was one.
bool expandIntrinsics(llvm::Function &function);

} // namespace weft
#endif
