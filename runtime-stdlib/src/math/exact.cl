// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ldexp, fdim, copysign, sign: exact, and the first rounded once where the result is subnormal.
#ifndef ALGORITHM
#include "lanes.h"
#define ALGORITHM "exact.cl"
#include "all_types.h"
#else

#if IS_FLOAT
#define GREATEST_STEP 127
#define RANGE 300
#else
#define GREATEST_STEP 1023
#define RANGE 2200
#endif
PURE F ldexp(F x, CONCAT(int, N) n) {
#if IS_SCALAR
  I power = n;
#else
  I power = __builtin_convertvector(n, I);
#endif
  power = power > RANGE ? (I)RANGE : power;
  power = power < -RANGE ? (I)-RANGE : power;
  I zero_or_more = AS_I(magnitude(x));
  // x normal, by a rise of the exponent where it is not.
  I small = zero_or_more < (I)LEAST_NORMAL_BITS;
  F normal = small ? x * K(0x1p64) : x;
  power = small ? power - (I)64 : power;
  I exponent = (AS_I(magnitude(normal)) >> MANTISSA) + power;
  // Subnormal results are made 2^64 too large first, so that one multiplication rounds.
  I low = exponent <= 0;
  I raised = low ? exponent + (I)64 : exponent;
  raised = raised < 1 ? (I)1 : raised;
  I high = raised > 2 * GREATEST_STEP;
  I bits = (AS_I(normal) & (I)(~(I)INF_BITS)) | raised << MANTISSA;
  F result = AS_F(bits);
  // 2^-64 times the least number that is raised is zero by rounding, as it should be.
  result = low ? result * K(0x1p-64) : result;
  result = high ? withSign((F)(T)INFINITY, x) : result;
  return zero_or_more == 0 || zero_or_more >= (I)INF_BITS ? x : result;
}
PURE F fdim(F x, F y) { return x <= y ? (F)0 : x - y; }
PURE F copysign(F x, F y) { return withSign(x, y); }
// 0 for NaNs.
PURE F sign(F x) { return x > 0 ? (F)1 : (x < 0 ? (F)-1 : (x == 0 ? x : (F)0)); }

#undef GREATEST_STEP
#undef RANGE
#if !IS_SCALAR
PURE F ldexp(F x, int n) { return ldexp(x, (CONCAT(int, N))n); }
#endif
#endif
