// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// sqrt, rsqrt, cbrt, hypot's kin by division: native_ and half_ forms, recip and divide. sqrt is
// rounded to the nearest. cbrt improves a guess for x^(-1/3), made of a third of the exponent, and
// ends with a step that takes back a part of its own rounding.
#ifndef ALGORITHM
#include "lanes.h"
#define ALGORITHM "roots.cl"
#include "all_types.h"
#else

PURE F sqrt(F x) { return __builtin_elementwise_sqrt(x); }
PURE F rsqrt(F x) { return 1 / __builtin_elementwise_sqrt(x); }

PURE F cbrt(F x) {
  F a = magnitude(x);
  I small = a < LEAST_NORMAL;
  // 2^54 is the cube of 2^18.
  F c = small ? a * K(0x1p54) : a;
#if IS_FLOAT
  F third = toReal(AS_I(c)) * 0x1.555556p-2f;
#if IS_SCALAR
  F z = AS_F(0x54a2fa8c - (int)third);
#else
  F z = AS_F((I)0x54a2fa8c - __builtin_convertvector(third, I));
#endif
#else
  // The upper half holds enough of the number for a guess.
#if IS_SCALAR
  long guess = 0x553ef0ff - (long)(int)((float)(int)(AS_I(c) >> 32) * 0x1.555556p-2f);
#else
  typedef CONCAT(int, N) Half;
  Half third = __builtin_convertvector(
      __builtin_convertvector(__builtin_convertvector(AS_I(c) >> 32, Half), CONCAT(float, N)) *
          0x1.555556p-2f,
      Half);
  I guess = __builtin_convertvector((Half)0x553ef0ff - third, I);
#endif
  F z = AS_F(guess << 32);
#endif
  // With h = 1 - c z^3: c^(-1/3) is z (1 - h)^(-1/3).
  F h = 1 - c * z * (z * z);
  z = z + z * (h * POLY2(h, K(0x1.555556p-2), K(0x1.c71c72p-3), K(0x1.61f9aep-3)));
#if !IS_FLOAT
  h = 1 - c * z * (z * z);
  z = z +
      z * (h * POLY2(h, K(0x1.5555555555555p-2), K(0x1.c71c71c71c71cp-3), K(0x1.61f9add3c0ca4p-3)));
#endif
  F r = c * (z * z);
  h = 1 - r * z;
  r = r + r * (h * (K(0x1.5555555555555p-1) + h * K(0x1.1c71c71c71c72p-1)));
  r = small ? r * K(0x1p-18) : r;
  r = withSign(r, x);
  return magnitude(x) < (T)INFINITY && x != 0 ? r : x;
}

#if IS_FLOAT
PURE F native_sqrt(F x) { return __builtin_elementwise_sqrt(x); }
// With these flags code generation takes the CPU's estimate (12 or 14 bits, subnormal numbers being
// zeros for some) and a step of Newton's, which needs help at the ends of the range.
PURE F native_rsqrt(F x) {
#pragma clang fp reassociate(on) reciprocal(on)
  F result = 1 / __builtin_elementwise_sqrt(x);
  F end = x >= 0 ? (F)(T)INFINITY : (F)(T)NAN;
  result = x >= LEAST_NORMAL ? result : end;
  return x == (T)INFINITY ? (F)0 : result;
}
PURE F native_recip(F x) { return 1 / x; }
PURE F native_divide(F x, F y) { return x / y; }
PURE F half_sqrt(F x) { return __builtin_elementwise_sqrt(x); }
PURE F half_rsqrt(F x) { return rsqrt(x); }
PURE F half_recip(F x) { return 1 / x; }
PURE F half_divide(F x, F y) { return x / y; }
#endif
#endif
