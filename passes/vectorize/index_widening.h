// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes the addresses of narrow indices affine. In OpenCL C, `int gid = get_global_id(0)` is a
// truncation, and `a[base + gid]` an extension of a 32-bit sum; only if nothing wraps between two
// lanes are the addresses consecutive. Where the language forbids that (nsw, nuw), the sum is done
// in 64 bits instead; lanes that are idle, and may wrap, do not matter then.
//
//   ashr exact (shl i64 %id, 32), 32      =>   sext (trunc i64 %id to i32)
//   sext (add nsw i32 %uniform, %lane)    =>   add i64 (sext %uniform), (sext %lane)
//   zext (sub i32 %x, 1), where %x > 0    =>   sub i64 (zext %x), 1
//   sext (phi i32 [%a, ..], [%next, ..])  =>   phi i64 [(sext %a), ..], [(sext %next), ..]
//   phi i32 [(trunc %a), ..], [(trunc %next), ..]
//                                         =>   trunc (phi i64 [%a, ..], [%next, ..]), if it exists
//   trunc (phi i64 [%a, ..], [add (sext %narrow), %size, ..])
//                                         =>   phi i32 [(trunc %a), ..], [add %narrow, (trunc
//                                         %size), ..]
#ifndef WEFT_PASSES_VECTORIZE_INDEX_WIDENING_H
#define WEFT_PASSES_VECTORIZE_INDEX_WIDENING_H

#include "passes/analysis/shape_analysis.h"

namespace weft {

// Whether extending the result of an operator is the same as applying it to extended operands,
// because it does not wrap; of a disjoint `or`, as adding them.
bool keepsOperands(const llvm::Instruction &instruction, bool is_signed);

// Rewrites what InstCombine has made of extensions. Shifts and masks become extensions again;
// extended differences that a condition keeps from wrapping become differences of extensions;
// 64-bit counters of which 32 bits are read become 32-bit ones. Returns whether it changed
// anything.
bool exposeExtensions(llvm::Function &function);

// Widens the operands of extensions that are affine. Returns whether anything changed; `shapes` is
// out of date then. Adds no blocks.
bool widenIndices(llvm::Function &function, const ShapeInfo &shapes);

} // namespace weft
#endif
