// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// exp, exp2, exp10, expm1 and their native_ and half_ forms: x is n * ln 2 (of the base) + r with
// |r| <= ln 2 / 2; a polynomial in r, times 2^n. ln 2 is subtracted in two parts, of which the
// first times n is exact. Vectors scale by one multiplication while no lane is near the ends of the
// range, and by two otherwise, so that subnormal results are rounded once.
#ifndef ALGORITHM
#include "lanes.h"
#include "exp_parts.h"
#define ALGORITHM "exp.cl"
#include "all_types.h"
#else

INLINE static F nearestPower(F x, T scale) { return x * scale + MAGIC; }

// The three bases: x = shifted's n * log(2) + r, and the base to the r.
INLINE static F reducedExp(F x, F n) { return expPolynomial(withoutExponent(x, n)); }
INLINE static F reducedExp2(F x, F n) {
  F r = x - n;
#if IS_FLOAT
  return r * POLY5(r, 0x1.62e43p-1f, 0x1.ebfb94p-3f, 0x1.c6af9ep-5f, 0x1.3b67dp-7f, 0x1.5ef428p-10f,
                   0x1.17c1fep-13f) +
         1;
#else
  return expPolynomial(r * 0x1.62e42fefa39efp-1);
#endif
}
INLINE static F reducedExp10(F x, F n) {
#if IS_FLOAT
  F r = x - n * 0x1.344p-2f - n * 0x1.3509f8p-18f;
  return r * POLY5(r, 0x1.26bb1cp+1f, 0x1.535226p+1f, 0x1.046fa6p+1f, 0x1.2c030ap+0f,
                   0x1.1562bap-1f, 0x1.7d8f78p-3f) +
         1;
#else
  F r = x - n * 0x1.34413509f7p-2 - n * 0x1.3fde623e2566bp-43;
  return expPolynomial(r * 0x1.26bb1bbb55516p+1);
#endif
}

// SAFE: as long as the magnitude is not greater, n is that of a normal number. Below LOW is zero,
// above HIGH infinity.
#define DEFINE(NAME, REDUCED, LOG2_OF_BASE, SAFE, LOW, HIGH)                                       \
  PURE F NAME(F x) {                                                                               \
    if (rarely(!(magnitude(x) <= (T)SAFE))) {                                                      \
      x = clampTo(x, LOW, HIGH);                                                                   \
      F shifted = nearestPower(x, LOG2_OF_BASE);                                                   \
      return scaleWide(REDUCED(x, shifted - MAGIC), AS_I(shifted));                                \
    }                                                                                              \
    F shifted = nearestPower(x, LOG2_OF_BASE);                                                     \
    return REDUCED(x, shifted - MAGIC) * powerOfTwo(AS_I(shifted));                                \
  }
#if IS_FLOAT
DEFINE(exp, reducedExp, 0x1.715476p+0f, 87, -104, 89)
DEFINE(exp2, reducedExp2, 1, 126, -151, 129)
DEFINE(exp10, reducedExp10, 0x1.a934fp+1f, 37.8f, -46, 39)
PURE F half_exp(F x) { return exp(x); }
PURE F half_exp2(F x) { return exp2(x); }
PURE F half_exp10(F x) { return exp10(x); }
// No subnormal results; below the least normal number zero, above the greatest infinity.
PURE F native_exp2(F x) {
  x = clampTo(x, -127, 128);
  F shifted = x + MAGIC;
  return reducedExp2(x, shifted - MAGIC) * powerOfTwo(AS_I(shifted));
}
PURE F native_exp(F x) { return native_exp2(x * 0x1.715476p+0f); }
PURE F native_exp10(F x) { return native_exp2(x * 0x1.a934fp+1f); }
#else
DEFINE(exp, reducedExp, 0x1.71547652b82fep+0, 708, -746, 710)
DEFINE(exp2, reducedExp2, 1, 1022, -1076, 1025)
DEFINE(exp10, reducedExp10, 0x1.a934f0979a371p+1, 307.5, -325, 309)
#endif
#undef DEFINE

#endif
