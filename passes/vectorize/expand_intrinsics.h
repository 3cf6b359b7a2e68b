// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Expands intrinsics that have no form for lanes and would run lane by lane:
//
//   i32 @llvm.vector.reduce.or(<4 x i32> %v)      =>   ((v0 | v1) | (v2 | v3))
//   {i32, i1} @llvm.umul.with.overflow(%a, %b)    =>   %p = zext %a * zext %b: {trunc %p, ...}
//
// any() and all() of vectors are made of the first, saturating sums and products of the second.
// Products of more than 32 bits are left as they are.
#ifndef WEFT_PASSES_VECTORIZE_EXPAND_INTRINSICS_H
#define WEFT_PASSES_VECTORIZE_EXPAND_INTRINSICS_H

namespace llvm {
class Function;
} // namespace llvm

namespace weft {

// Returns whether anything changed.
bool expandIntrinsics(llvm::Function &function);

} // namespace weft
#endif
