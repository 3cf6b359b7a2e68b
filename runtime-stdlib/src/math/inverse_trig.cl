// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// asin, acos, atan, atan2 and their quotients by pi. asin and acos: a polynomial up to 1/2, and
// pi / 2 - 2 asin(sqrt((1 - x) / 2)) above. atan: a polynomial up to 1, the reciprocal above.
#ifndef ALGORITHM
#include "lanes.h"
#define ALGORITHM "inverse_trig.cl"
#include "all_types.h"
#else

#if IS_FLOAT
#define HALF_PI 0x1.921fb6p+0f
#define HALF_PI_LOW -0x1.777a5cp-25f
#define INVERSE_PI 0x1.45f306p-2f
#else
#define HALF_PI 0x1.921fb54442d18p+0
#define HALF_PI_LOW 0x1.1a62633145c07p-54
#define INVERSE_PI 0x1.45f306dc9c883p-2
#endif

// asin(z) - z, where s = z * z <= 1/4.
INLINE static F asinPolynomial(F z, F s) {
#if IS_FLOAT
  F p = POLY4(s, 0x1.5555c8p-3f, 0x1.330204p-4f, 0x1.747bcp-5f, 0x1.8c3df4p-6f, 0x1.595cb8p-5f);
#else
  F p = POLY11(s, 0x1.555555555539p-3, 0x1.333333336e831p-4, 0x1.6db6db4277de8p-5,
               0x1.f1c72c3a07f1ep-6, 0x1.6e89f421f2ap-6, 0x1.1c6be3a92d752p-6, 0x1.c6fd9634b9f03p-7,
               0x1.8ec42e46ec499p-7, 0x1.abc475d761af3p-8, 0x1.3ffc75728ec71p-6,
               -0x1.09dfda6ee0a13p-6, 0x1.0571ea68fc83ap-5);
#endif
  return z * (s * p);
}
// atan(z), |z| <= 1.
INLINE static F atanPolynomial(F z) {
  F s = z * z;
#if IS_FLOAT
  F p = POLY8(s, -0x1.55553ep-2f, 0x1.9991e4p-3f, -0x1.242086p-3f, 0x1.c08c2cp-4f, -0x1.58085ep-4f,
              0x1.da2604p-5f, -0x1.fd72acp-6f, 0x1.641492p-7f, -0x1.d3353p-10f);
#else
  // Two halves by powers of two: eighteen steps one after the other would take too long.
  F low = POLY8(s, -0x1.555555555544cp-2, 0x1.999999998410bp-3, -0x1.2492491fa209dp-3,
                0x1.c71c709e1a518p-4, -0x1.745d02312d492p-4, 0x1.3b12b2ebbee5cp-4,
                -0x1.11089d1f6dc53p-4, 0x1.e17818aafad24p-5, -0x1.ad32c103f21b9p-5);
  F high = POLY9(s, 0x1.7ee40ccaf73f3p-5, -0x1.4f455ad1f6078p-5, 0x1.171647c6bc8e3p-5,
                 -0x1.a727e38c31961p-6, 0x1.162d93d74ab3cp-6, -0x1.2cf993c295cbap-7,
                 0x1.f971c4d1687abp-9, -0x1.312e2ae960d66p-10, 0x1.d3c28e61ac6dep-13,
                 -0x1.53ec583fa8ed9p-16);
  F square = s * s, fourth = square * square;
  F p = fourth * fourth * s * high + low;
#endif
  return z * (s * p) + z;
}

INLINE static F asinOf(F x) {
  F a = magnitude(x);
  I large = a > K(0.5);
  F s = large ? (1 - a) * K(0.5) : a * a; // exact where large
  F z = large ? __builtin_elementwise_sqrt(s) : a;
  F p = asinPolynomial(z, s);
  F result = large ? HALF_PI - (2 * (z + p) - HALF_PI_LOW) : z + p;
  return withSign(result, x);
}
INLINE static F acosOf(F x) {
  F a = magnitude(x);
  I large = a > K(0.5);
  F s = large ? (1 - a) * K(0.5) : a * a;
  F z = large ? __builtin_elementwise_sqrt(s) : a;
  F p = asinPolynomial(z, s);
  F up = 2 * (z + p);
  F far = x < 0 ? 2 * HALF_PI - (up - 2 * HALF_PI_LOW) : up;
  F near = HALF_PI - (withSign(z, x) + (withSign(p, x) - HALF_PI_LOW));
  return large ? far : near;
}
INLINE static F atanOf(F x) {
  F a = magnitude(x);
  I large = a > 1;
  F z = (large ? (F)-1 : a) / (large ? a : (F)1);
  F p = atanPolynomial(z);
  p = large ? p + HALF_PI_LOW + HALF_PI : p;
  return withSign(p, x);
}
// The lesser of the magnitudes by the greater.
INLINE static F ratioOf(F y, F x) {
  F a = magnitude(y), b = magnitude(x);
  I steep = a > b;
  F above = steep ? b : a, below = steep ? a : b;
  F z = above / below;
  // Two zeros have the quotient 0 here, two infinities 1.
  z = below == 0 ? (F)0 : z;
  return above == (T)INFINITY ? (F)1 : z;
}
INLINE static F atan2Of(F y, F x) {
  F p = atanPolynomial(ratioOf(y, x));
  p = magnitude(y) > magnitude(x) ? HALF_PI - (p - HALF_PI_LOW) : p;
  p = AS_I(x) < 0 ? 2 * HALF_PI - (p - 2 * HALF_PI_LOW) : p;
  p = withSign(p, y);
  // NaNs were lost in the comparisons.
  return x != x || y != y ? x + y : p;
}
INLINE static F byPi(F x) { return x * INVERSE_PI; }
// In half turns from the start: the multiples of 1/4 are exact, as "Edge Case Behavior" has them.
INLINE static F atan2piOf(F y, F x) {
  F z = ratioOf(y, x);
  F p = z == 1 ? (F)K(0.25) : byPi(atanPolynomial(z));
  p = magnitude(y) > magnitude(x) ? K(0.5) - p : p;
  p = AS_I(x) < 0 ? 1 - p : p;
  p = withSign(p, y);
  return x != x || y != y ? x + y : p;
}

PURE F asin(F x) { return asinOf(x); }
PURE F acos(F x) { return acosOf(x); }
PURE F atan(F x) { return atanOf(x); }
PURE F atan2(F y, F x) { return atan2Of(y, x); }
PURE F asinpi(F x) { return byPi(asinOf(x)); }
PURE F acospi(F x) { return byPi(acosOf(x)); }
PURE F atanpi(F x) { return byPi(atanOf(x)); }
PURE F atan2pi(F y, F x) { return atan2piOf(y, x); }

#undef HALF_PI
#undef HALF_PI_LOW
#undef INVERSE_PI
#endif
