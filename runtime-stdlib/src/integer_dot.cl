// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_khr_integer_dot_product: dot products of four bytes, as vectors or packed into a uint, signed
// or not, and with a saturating addition. Products and sum of bytes fit 32 bits.
#include "overloads.h"

#define SUM(A, B, R) ((R)a.x * (R)b.x + (R)a.y * (R)b.y + (R)a.z * (R)b.z + (R)a.w * (R)b.w)
// Without a sign the sum may not be negative, and with one of either kind it may.
#define DEFINE(A, B, R, TAIL)                                                                      \
  PURE R dot(A##4 a, B##4 b) { return SUM(A, B, R); }                                              \
  PURE R dot_acc_sat(A##4 a, B##4 b, R sum) {                                                      \
    return __builtin_elementwise_add_sat(SUM(A, B, R), sum);                                       \
  }                                                                                                \
  PURE R dot_4x8packed_##TAIL##_##R(uint a, uint b) { return dot(as_##A##4(a), as_##B##4(b)); }    \
  PURE R dot_acc_sat_4x8packed_##TAIL##_##R(uint a, uint b, R sum) {                               \
    return dot_acc_sat(as_##A##4(a), as_##B##4(b), sum);                                           \
  }
DEFINE(uchar, uchar, uint, uu)
DEFINE(char, char, int, ss)
DEFINE(uchar, char, int, us)
DEFINE(char, uchar, int, su)
