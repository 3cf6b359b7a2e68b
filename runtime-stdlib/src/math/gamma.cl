// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// tgamma: a polynomial on [2, 3), and from there gamma(x + 1) = x * gamma(x) as often as it takes,
// with the product in two parts of double. Float goes through double.
#ifndef ALGORITHM
#include "lanes.h"
#define ALGORITHM "gamma.cl"
#include "double_types.h"
#include "float_types.h"
#else
#if IS_FLOAT

#if IS_SCALAR
PURE F tgamma(F x) { return (float)tgamma((double)x); }
#else
PURE F tgamma(F x) {
  return __builtin_convertvector(tgamma(__builtin_convertvector(x, CONCAT(double, N))), F);
}
#endif

#else

// A product and what rounding took from it.
#define TIMES(high, low, factor, active)                                                           \
  {                                                                                                \
    F product = high * factor;                                                                     \
    F lost = __builtin_elementwise_fma(high, factor, -product) + low * factor;                     \
    low = active ? lost : low;                                                                     \
    high = active ? product : high;                                                                \
  }

PURE F tgamma(F x) {
  F t = clampTo(x, -190, 172);
  F above = 1, above_low = 0, below = 1, below_low = 0;
  for (I active = t >= 3; anyLane(active); active = t >= 3) {
    F next = t - 1;
    TIMES(above, above_low, next, active);
    t = active ? next : t;
  }
  // Two hundred factors may be too large for one product.
  F first = 1, first_low = 0;
  int count = 0;
  for (I active = t < 2; anyLane(active); active = t < 2) {
    TIMES(below, below_low, t, active);
    t = active ? t + 1 : t;
    if (++count == 100) {
      first = below;
      first_low = below_low;
      below = 1;
      below_low = 0;
    }
  }
  F u = t - 2.5;
  F low_half = POLY8(u, 0x1.544fa6d47b39p+0, 0x1.de9585f1a7096p-1, 0x1.4f224d4b7e003p-1,
                     0x1.03f6d2fa4f0fap-2, 0x1.c138b894972cdp-4, 0x1.d0a9bc4a18e8fp-6,
                     0x1.5489cc66e8066p-7, 0x1.a55ed0a41f30bp-10, 0x1.8b8fd2cf49d5bp-11);
  F high_half = POLY7(u, 0x1.089a6012ba1dap-18, 0x1.013b01f1e511dp-14, -0x1.add56c583e36p-17,
                      0x1.e7586d804c489p-18, -0x1.52cfbdc7a992cp-19, 0x1.1b7675b265dcep-20,
                      -0x1.0f57f65a5b71fp-21, 0x1.ceaf5b3718c2p-23);
  F fourth = u * u * (u * u);
  F g = fourth * fourth * u * high_half + low_half;
  F result = g * above + g * above_low;
  result = result / first * (1 - first_low / first);
  result = result / below * (1 - below_low / below);
  // The ends, the poles, and the sign of zero where the clamp has lost it.
  F floor = __builtin_elementwise_floor(x);
  F halved = floor * 0.5;
  F zero = halved == __builtin_elementwise_floor(halved) ? (F)0 : (F)-0.0;
  result = x < -189 ? zero : result;
  result = x > 171.7 ? (F)INFINITY : result;
  result = x < 0 && x == floor ? (F)NAN : result;
  return magnitude(x) < 0x1p-1000 ? 1 / x : result;
}
#undef TIMES
#endif
#endif
