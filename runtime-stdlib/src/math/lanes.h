// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Small parts that the mathematical functions share, for every type; see all_types.h.
#ifndef ALGORITHM
#ifndef WEFT_STDLIB_MATH_LANES_H
#define WEFT_STDLIB_MATH_LANES_H
#include "../math_types.h"

// a * b + c may be fused where the CPU can: the algorithms hold their limits either way, and say
// __builtin_elementwise_fma where they need it.
#pragma OPENCL FP_CONTRACT ON

// Polynomials, lowest coefficient first.
#define POLY2(x, a, b, c) ((x) * ((x) * (c) + (b)) + (a))
#define POLY3(x, a, b, c, d) ((x) * POLY2(x, b, c, d) + (a))
#define POLY4(x, a, b, c, d, e) ((x) * POLY3(x, b, c, d, e) + (a))
#define POLY5(x, a, b, c, d, e, f) ((x) * POLY4(x, b, c, d, e, f) + (a))
#define POLY6(x, a, b, c, d, e, f, g) ((x) * POLY5(x, b, c, d, e, f, g) + (a))
#define POLY7(x, a, b, c, d, e, f, g, h) ((x) * POLY6(x, b, c, d, e, f, g, h) + (a))
#define POLY8(x, a, b, c, d, e, f, g, h, i) ((x) * POLY7(x, b, c, d, e, f, g, h, i) + (a))
#define POLY9(x, a, b, c, d, e, f, g, h, i, j) ((x) * POLY8(x, b, c, d, e, f, g, h, i, j) + (a))
#define POLY10(x, a, b, c, d, e, f, g, h, i, j, k)                                                 \
  ((x) * POLY9(x, b, c, d, e, f, g, h, i, j, k) + (a))
#define POLY11(x, a, b, c, d, e, f, g, h, i, j, k, l)                                              \
  ((x) * POLY10(x, b, c, d, e, f, g, h, i, j, k, l) + (a))

#define ALGORITHM "lanes.h"
#include "all_types.h"
#undef ALGORITHM
#endif
#else

// Whether to turn aside, where that costs a branch; and whether to do so at all.
#if IS_SCALAR
INLINE static bool anyLane(I mask) { return mask != 0; }
INLINE static bool rarely(I mask) { return true; }
#else
INLINE static bool anyLane(I mask) { return __builtin_reduce_or(mask) != 0; }
INLINE static bool rarely(I mask) { return __builtin_expect(__builtin_reduce_or(mask) != 0, 0); }
#endif

INLINE static F magnitude(F x) { return __builtin_elementwise_abs(x); }
INLINE static F withSign(F x, F sign) { return __builtin_elementwise_copysign(x, sign); }
INLINE static F splat(T x, F like) { return x; }

// The bits of n + MAGIC as the power of two with exponent n, which must be normal.
INLINE static F powerOfTwo(I shifted) { return AS_F((shifted << MANTISSA) + (I)ONE_BITS); }

// y * 2^n, rounded once at most, for twice the range of exponents.
INLINE static F scaleWide(F y, I shifted) {
  I half_of = (shifted >> 1) << MANTISSA;
  I rest = (shifted << MANTISSA) - half_of;
  return y * AS_F(half_of + (I)ONE_BITS) * AS_F(rest + (I)ONE_BITS);
}

// NaNs stay.
INLINE static F clampTo(F x, T low, T high) {
  x = x < low ? (F)low : x;
  return x > high ? (F)high : x;
}

// For double: only exponents and their like, of which there are fewer than 2^51.
INLINE static F toReal(I x) {
#if IS_SCALAR
  return (T)x;
#else
  return __builtin_convertvector(x, F);
#endif
}
#endif
