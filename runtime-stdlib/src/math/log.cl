// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// log, log2, log10, log1p, asinh, acosh, atanh, and native_ and half_ forms: x is m * 2^k with m
// between the square roots of 1/2 and 2; log(m) is a polynomial in f = m - 1 (float), or an odd one
// in s = f / (2 + f), as in Sun's fdlibm (double). Vectors turn aside if any lane is not a positive
// normal number.
#ifndef ALGORITHM
#include "lanes.h"
#define ALGORITHM "log.cl"
#include "all_types.h"
#else

// log(1 + f), of which the larger part is f.
INLINE static F logPolynomial(F f) {
#if IS_FLOAT
  F p = POLY7(f, 0x1.555554p-2f, -0x1.00022ap-2f, 0x1.99a03ap-3f, -0x1.5471bap-3f, 0x1.22d4fap-3f,
              -0x1.0d856ap-3f, 0x1.058266p-3f, -0x1.391ab2p-4f);
  F square = f * f;
  return square * (f * p - 0.5f);
#else
  F s = f / (2 + f);
  F z = s * s;
  F p = z * POLY6(z, 0x1.5555555555592p-1, 0x1.999999997ff5p-2, 0x1.24924941dcfb5p-2,
                  0x1.c71c52185442ap-3, 0x1.74663c10f6c74p-3, 0x1.39a1ff234d1e5p-3,
                  0x1.2f02dca0c1adp-3);
  F half_square = f * f * 0.5;
  return s * (half_square + p) - half_square;
#endif
}

// The logarithm of a positive normal number times 2^adjustment.
INLINE static F logOf(F f, F k) {
#if IS_FLOAT
  return k * 0x1.62e4p-1f + (k * 0x1.7f7d1cp-20f + logPolynomial(f) + f);
#else
  return k * 0x1.62e42fefa3p-1 + (k * 0x1.3de6af278ece6p-42 + logPolynomial(f) + f);
#endif
}
// log2(e) is 1 and a fraction, so that little is rounded twice.
INLINE static F log2Of(F f, F k) {
  F l = logPolynomial(f) + f;
#if IS_FLOAT
  return l * 0x1.c551dap-2f + l + k;
#else
  return l * 0x1.c551d94ae0bf8p-2 + l + k;
#endif
}
INLINE static F log10Of(F f, F k) {
  F l = logPolynomial(f) + f;
#if IS_FLOAT
  return k * 0x1.344p-2f + (l * 0x1.bcap-2f + (l * 0x1.7b1526p-14f + k * 0x1.3509f8p-18f));
#else
  return k * 0x1.34413509f7p-2 +
         (l * 0x1.bcb7b1p-2 + (l * 0x1.49b9438ca9aaep-28 + k * 0x1.3fde623e2566bp-43));
#endif
}

#if IS_FLOAT
#define SQRT_HALF_BITS 0x3f3504f3
#else
#define SQRT_HALF_BITS 0x3fe6a09e667f3bcd
#endif
#define SPLIT(x)                                                                                   \
  I bits = AS_I(x);                                                                                \
  I power = (bits - (I)SQRT_HALF_BITS) >> MANTISSA;                                                \
  F fraction = AS_F(bits - (power << MANTISSA)) - 1

#define DEFINE(NAME, LOG)                                                                          \
  PURE F NAME(F x) {                                                                               \
    I strange = AS_U(x) - (U)LEAST_NORMAL_BITS >= (U)(INF_BITS - LEAST_NORMAL_BITS);               \
    if (rarely(strange)) {                                                                         \
      I small = x < LEAST_NORMAL;                                                                  \
      SPLIT(small ? x * K(0x1p64) : x);                                                            \
      F result = LOG(fraction, toReal(power - (small ? (I)64 : (I)0)));                            \
      result = x > 0 ? result : (x == 0 ? (F) - (T)INFINITY : (F)(T)NAN);                          \
      return x == (T)INFINITY ? x : result;                                                        \
    }                                                                                              \
    SPLIT(x);                                                                                      \
    return LOG(fraction, toReal(power));                                                           \
  }
DEFINE(log, logOf)
DEFINE(log2, log2Of)
DEFINE(log10, log10Of)
#undef DEFINE

// Of a positive sum and what was lost when it was rounded, times 2^adjustment.
INLINE static F logOfSum(F sum, F lost, F adjustment) {
  SPLIT(sum);
  // Beyond 2^60 nothing comes of it.
  I moderate = power > 60 ? (I)60 : power;
  fraction = fraction + lost * AS_F((I)ONE_BITS - (moderate << MANTISSA));
  return logOf(fraction, toReal(power) + adjustment);
}
INLINE static F lostInSum(F x, F sum) { return x < 1 ? x - (sum - 1) : 1 - (sum - x); } // 1 + x
PURE F log1p(F x) {
  F sum = 1 + x;
  F result = logOfSum(sum, lostInSum(x, sum), 0);
  result = x > -1 ? result : (x == -1 ? (F) - (T)INFINITY : (F)(T)NAN);
  return x == 0 || x == (T)INFINITY ? x : result;
}

// The inverse hyperbolic functions are logarithms of 1 + y; of what is huge, log(2x).
#define HUGE (IS_FLOAT ? K(0x1p30) : K(0x1p60))
INLINE static F logOfSumOrTwice(F y, F x) {
  F sum = 1 + y;
  I huge = x > HUGE;
  return logOfSum(huge ? x : sum, huge ? (F)0 : lostInSum(y, sum), huge ? (F)1 : (F)0);
}
PURE F asinh(F x) {
  F a = magnitude(x);
  F square = a * a;
  F result = logOfSumOrTwice(a + square / (1 + __builtin_elementwise_sqrt(1 + square)), a);
  // Neither infinity nor NaN has a fraction.
  return a < (T)INFINITY ? withSign(result, x) : x;
}
PURE F acosh(F x) {
  F y = x - 1;
  F result = logOfSumOrTwice(y + __builtin_elementwise_sqrt(y * (y + 2)), x);
  result = x >= 1 ? result : (F)(T)NAN;
  return x == (T)INFINITY ? x : result;
}
PURE F atanh(F x) {
  F a = magnitude(x);
  return withSign(log1p(2 * a / (1 - a)) * K(0.5), x);
}
#undef HUGE
#undef SPLIT
#undef SQRT_HALF_BITS

#if IS_FLOAT
PURE F native_log(F x) { return log(x); }
PURE F native_log2(F x) { return log2(x); }
PURE F native_log10(F x) { return log10(x); }
PURE F half_log(F x) { return log(x); }
PURE F half_log2(F x) { return log2(x); }
PURE F half_log10(F x) { return log10(x); }
#endif
#endif
