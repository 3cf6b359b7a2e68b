// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// pow, powr, pown, rootn for float: 2^(y * log2(x)), with the logarithm and the product in double,
// which leaves no error to speak of. Vectors turn aside if any lane has an x that is not positive
// and normal, or a result near the ends of the range.
#ifndef ALGORITHM
#include "lanes.h"
#define ALGORITHM "pow.cl"
#include "float_types.h"
#else

#define D CONCAT(double, N)
#define AS_L(x) __builtin_astype(x, CONCAT(long, N))
#if IS_SCALAR
#define TO(TYPE, x) ((TYPE)(x))
#else
#define TO(TYPE, x) __builtin_convertvector(x, TYPE)
#endif

// log2 of a positive normal number.
INLINE static D log2InDouble(F x) {
  I bits = AS_I(x);
  I power = (bits - (I)0x3f3504f3) >> MANTISSA;
  D f = TO(D, AS_F(bits - (power << MANTISSA))) - 1.0;
  D p = POLY10(f, 0x1.71547656a22e6p+0, -0x1.715476297050ep-1, 0x1.ec707f0557e8ap-2,
               -0x1.715490b2dcab6p-2, 0x1.278084d349291p-2, -0x1.ec79fd4b72293p-3,
               0x1.a3ed8328e5053p-3, -0x1.6e68d7bd3d296p-3, 0x1.6062f805335abp-3,
               -0x1.5a38a5309299dp-3, 0x1.8d5619a2beec7p-4);
  return f * p + TO(D, power);
}
// 2^t for |t| < 150, rounded once.
INLINE static F exp2OfDouble(D t, bool wide) {
  D shifted = t + 0x1.8p52;
  F r = TO(F, t - (shifted - 0x1.8p52));
  I n = TO(I, AS_L(shifted)); // the lower half of the bits
  F p = r * POLY5(r, 0x1.62e43p-1f, 0x1.ebfb94p-3f, 0x1.c6af9ep-5f, 0x1.3b67dp-7f, 0x1.5ef428p-10f,
                  0x1.17c1fep-13f) +
        1;
  return wide ? scaleWide(p, n) : p * powerOfTwo(n);
}
// y * log2(x), kept where an exponent can be taken from it.
INLINE static D exponentOf(D y, D log2) {
  D t = y * log2;
  t = t < -160.0 ? (D)-160.0 : t;
  return t > 160.0 ? (D)160.0 : t;
}

// |x|^y for any x but NaN, and y not 0; without what x's sign makes of it.
INLINE static F powOfMagnitude(F x, D y) {
  F a = magnitude(x);
  I small = a < LEAST_NORMAL;
  D log2 = log2InDouble(small ? a * 0x1p64f : a) - (TO(CONCAT(long, N), small) ? (D)64.0 : (D)0.0);
  F result = exp2OfDouble(exponentOf(y, log2), true);
  I rising = TO(I, y > 0) != 0;
  result = a == 1 ? (F)1 : result; // also for infinite y
  result = a == 0 ? (rising ? (F)0 : (F)(T)INFINITY) : result;
  return a == (T)INFINITY ? (rising ? a : (F)0) : result;
}

#define NEEDS_CARE(x) (AS_U(x) - (U)LEAST_NORMAL_BITS >= (U)(INF_BITS - LEAST_NORMAL_BITS))

PURE F pow(F x, F y) {
  D t = TO(D, y) * log2InDouble(x);
  I care = NEEDS_CARE(x) | !(magnitude(TO(F, t)) < 126.0f);
  if (rarely(care)) {
    F whole = __builtin_elementwise_trunc(y);
    F halved = y * 0.5f;
    I integral = whole == y;
    I odd = integral & (halved != __builtin_elementwise_trunc(halved));
    F result = powOfMagnitude(x, TO(D, y));
    I negative = AS_I(x) < 0;
    result = (negative & odd) ? -result : result;
    I none = negative & !integral & (x != 0) & (magnitude(x) != (T)INFINITY);
    result = none ? (F)(T)NAN : result;
    result = x != x || y != y ? x + y : result;
    return y == 0 || x == 1 ? (F)1 : result;
  }
  return exp2OfDouble(t, false);
}
PURE F powr(F x, F y) {
  D t = TO(D, y) * log2InDouble(x);
  I care = NEEDS_CARE(x) | !(magnitude(TO(F, t)) < 126.0f);
  if (rarely(care)) {
    F result = powOfMagnitude(x, TO(D, y));
    result = x == 1 && magnitude(y) == (T)INFINITY ? (F)(T)NAN : result;
    result = y == 0 ? (x == 0 || x == (T)INFINITY ? (F)(T)NAN : (F)1) : result;
    result = x < 0 ? (F)(T)NAN : result;
    return x != x || y != y ? x + y : result;
  }
  return exp2OfDouble(t, false);
}
PURE F pown(F x, I n) {
  D t = TO(D, n) * log2InDouble(x);
  I care = NEEDS_CARE(x) | !(magnitude(TO(F, t)) < 126.0f);
  if (rarely(care)) {
    F result = powOfMagnitude(x, TO(D, n));
    result = ((AS_I(x) < 0) & ((n & 1) != 0)) ? -result : result;
    result = x != x ? x : result;
    return n == 0 ? (F)1 : result;
  }
  return exp2OfDouble(t, false);
}
PURE F rootn(F x, I n) {
  D reciprocal = 1.0 / TO(D, n);
  D t = reciprocal * log2InDouble(x);
  I care = NEEDS_CARE(x) | !(magnitude(TO(F, t)) < 126.0f) | (n == 0);
  if (rarely(care)) {
    F result = powOfMagnitude(x, reciprocal);
    I even = (n & 1) == 0;
    result = ((AS_I(x) < 0) & !even) ? -result : result;
    result = ((x < 0) & even) ? (F)(T)NAN : result;
    result = x != x ? x : result;
    return n == 0 ? (F)(T)NAN : result;
  }
  return exp2OfDouble(t, false);
}
PURE F half_powr(F x, F y) { return powr(x, y); }
PURE F native_powr(F x, F y) { return powr(x, y); }

#undef D
#undef AS_L
#undef TO
#undef NEEDS_CARE
#endif
