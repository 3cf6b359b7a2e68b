// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// sinh, cosh, tanh, expm1, by e^r - 1 for a reduced argument: x is n * ln 2 + r. sinh and
// cosh work on a quarter of e^|x|, which overflows only where they do.
#ifndef ALGORITHM
#include "exp_parts.h"
#include "lanes.h"
#define ALGORITHM "hyperbolic.cl"
#include "all_types.h"
#else

#if IS_FLOAT
#define TOP 89.5f       // sinh overflows
#define ONLY_SIGN 10.0f // tanh is 1
#else
#define TOP 710.6
#define ONLY_SIGN 20.0
#endif

// e^r - 1, |r| < 0.3466.
INLINE static F expm1Polynomial(F r) {
#if IS_FLOAT
  F q = POLY4(r, 0x1p-1f, 0x1.5554ap-3f, 0x1.555446p-5f, 0x1.1234b8p-7f, 0x1.6e5e96p-10f);
#else
  F q = POLY9(r, 0x1.0000000000005p-1, 0x1.55555555554d9p-3, 0x1.5555555551de8p-5,
              0x1.1111111139155p-7, 0x1.6c16c1805886cp-10, 0x1.a01a00a106e9cp-13,
              0x1.a019a28e52a61p-16, 0x1.71e0ad15f72a1p-19, 0x1.28a6f19b0c61ep-22,
              0x1.aa9d04ee7e84cp-26);
#endif
  return r * (r * q) + r;
}

PURE F expm1(F x) {
  F c = clampTo(x, IS_FLOAT ? -30 : -60, IS_FLOAT ? K(88.8) : K(709.9));
  F shifted = nearestExponent(c);
  F n = shifted - MAGIC;
  F p = expm1Polynomial(withoutExponent(c, n));
  // 2^n / 2, twice: 2^n may be too large by itself.
  F half_power = powerOfTwo(AS_I(shifted) - (I)1);
  F result = (p * half_power + (half_power - K(0.5))) * 2;
  return x == 0 ? x : result;
}
PURE F tanh(F x) {
  F a = clampTo(magnitude(x), 0, ONLY_SIGN) * 2;
  F shifted = nearestExponent(a);
  F n = shifted - MAGIC;
  F p = expm1Polynomial(withoutExponent(a, n));
  F power = powerOfTwo(AS_I(shifted));
  F e = p * power + (power - 1); // e^2|x| - 1
  return withSign(e / (e + 2), x);
}
#define EXP_OF_MAGNITUDE(x)                                                                        \
  F a = clampTo(magnitude(x), 0, TOP);                                                             \
  F shifted = nearestExponent(a);                                                                  \
  F n = shifted - MAGIC;                                                                           \
  F p = expm1Polynomial(withoutExponent(a, n));                                                    \
  F power = powerOfTwo(AS_I(shifted) - (I)2) /* 2^n / 4 */
PURE F sinh(F x) {
  EXP_OF_MAGNITUDE(x);
  // With e = e^|x| - 1: sinh is (e + e / (e + 1)) / 2.
  F quarter = p * power + (power - K(0.25)); // e / 4
  F result = quarter + quarter / (4 * quarter + 1);
  return withSign(result * 2, x);
}
PURE F cosh(F x) {
  EXP_OF_MAGNITUDE(x);
  F quarter = p * power + power; // e^|x| / 4
  return (quarter + K(0.0625) / quarter) * 2;
}
#undef EXP_OF_MAGNITUDE
#undef TOP
#undef ONLY_SIGN
#endif
