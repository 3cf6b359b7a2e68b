// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversions of float and double to half, for every rounding mode and width. To the nearest, float
// to half is an instruction of F16C. Double goes through a float that is rounded to odd, after
// which the second rounding does what one rounding would have done. The directed modes correct the
// nearest by one unit in the last place where it lies on the wrong side of the value.
#ifndef WEFT_STDLIB_HALF_ROUNDING_H
#define WEFT_STDLIB_HALF_ROUNDING_H
#include "math_types.h"

INLINE static float toFloat(half x) { return (float)x; }
INLINE static half nearestHalf(float x) { return (half)x; }
INLINE static float nearestFloat(double x) { return (float)x; }
INLINE static double toDouble(float x) { return (double)x; }
INLINE static int narrowed(long mask) { return (int)mask; }
INLINE static short narrowed(int mask) { return (short)mask; }
#define CONVERSIONS(N, ...)                                                                        \
  INLINE static float##N toFloat(half##N x) { return __builtin_convertvector(x, float##N); }       \
  INLINE static half##N nearestHalf(float##N x) { return __builtin_convertvector(x, half##N); }    \
  INLINE static float##N nearestFloat(double##N x) {                                               \
    return __builtin_convertvector(x, float##N);                                                   \
  }                                                                                                \
  INLINE static double##N toDouble(float##N x) { return __builtin_convertvector(x, double##N); }   \
  INLINE static int##N narrowed(long##N mask) { return __builtin_convertvector(mask, int##N); }    \
  INLINE static short##N narrowed(int##N mask) { return __builtin_convertvector(mask, short##N); }
FOR_VECTOR_WIDTHS(CONVERSIONS)
#undef CONVERSIONS

#define ROUND_TO_ODD(N, ...)                                                                       \
  INLINE static half##N nearestHalf(double##N x) {                                                 \
    float##N f = nearestFloat(x);                                                                  \
    double##N back = toDouble(f);                                                                  \
    int##N bits = as_int##N(f);                                                                    \
    bits -= narrowed(__builtin_elementwise_abs(back) > __builtin_elementwise_abs(x)) ? (int##N)1   \
                                                                                     : (int##N)0;  \
    bits |= narrowed(back != x) ? (int##N)1 : (int##N)0;                                           \
    return nearestHalf(as_float##N(bits));                                                         \
  }                                                                                                \
  /* Whether a lies below x, as lanes of half's size. */                                           \
  INLINE static short##N isBelow(half##N a, float##N x) { return narrowed(toFloat(a) < x); }       \
  INLINE static short##N isBelow(half##N a, double##N x) {                                         \
    return narrowed(narrowed(toDouble(toFloat(a)) < x));                                           \
  }                                                                                                \
  INLINE static short##N isAbove(half##N a, float##N x) { return narrowed(toFloat(a) > x); }       \
  INLINE static short##N isAbove(half##N a, double##N x) {                                         \
    return narrowed(narrowed(toDouble(toFloat(a)) > x));                                           \
  }
FOR_WIDTHS(ROUND_TO_ODD)
#undef ROUND_TO_ODD

// One unit up or down: half is sign and magnitude.
#define ROUNDINGS(N, T)                                                                            \
  INLINE static half##N toHalf(T##N x) { return nearestHalf(x); }                                  \
  INLINE static half##N toHalf_rte(T##N x) { return nearestHalf(x); }                              \
  INLINE static half##N toHalf_rtp(T##N x) {                                                       \
    half##N nearest = nearestHalf(x);                                                              \
    short##N bits = as_short##N(nearest);                                                          \
    short##N up = bits < (short)0 ? (short##N) - 1 : (short##N)1;                                  \
    return as_half##N((short##N)(bits + (isBelow(nearest, x) ? up : (short##N)0)));                \
  }                                                                                                \
  INLINE static half##N toHalf_rtn(T##N x) {                                                       \
    half##N nearest = nearestHalf(x);                                                              \
    short##N bits = as_short##N(nearest);                                                          \
    short##N down = bits < (short)0 ? (short##N)1 : (short##N) - 1;                                \
    return as_half##N((short##N)(bits + (isAbove(nearest, x) ? down : (short##N)0)));              \
  }                                                                                                \
  INLINE static half##N toHalf_rtz(T##N x) {                                                       \
    half##N nearest = nearestHalf(__builtin_elementwise_abs(x));                                   \
    short##N bits = as_short##N(nearest);                                                          \
    short##N away = isAbove(nearest, __builtin_elementwise_abs(x)) ? (short##N)1 : (short##N)0;    \
    half##N magnitude = as_half##N((short##N)(bits - away));                                       \
    half##N sign = nearestHalf(__builtin_elementwise_copysign((T##N)1, x));                        \
    return __builtin_elementwise_copysign(magnitude, sign);                                        \
  }
FOR_WIDTHS(ROUNDINGS, float)
FOR_WIDTHS(ROUNDINGS, double)
#undef ROUNDINGS
#endif
