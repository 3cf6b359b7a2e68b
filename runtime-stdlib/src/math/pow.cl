// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// pow, powr, pown, rootn: 2^(y * log2(x)), with the logarithm and the product in more than the
// type's precision: in double for float, and in two parts for double, for one bit lost before the
// point of the exponent is one lost at the end of the result. Vectors turn aside if any lane has an
// x that is not positive and normal, or a result near the ends of the range.
#ifndef ALGORITHM
#include "lanes.h"
#define ALGORITHM "pow.cl"
#include "all_types.h"
#else

#define INT CONCAT(int, N)

#if IS_FLOAT

// An exponent, a logarithm, and their product.
#define EXTENDED CONCAT(double, N)
#define SAFE 126
INLINE static EXTENDED extended(F y) { return TO(EXTENDED, y); }
INLINE static EXTENDED extendedInt(INT n, F like) { return TO(EXTENDED, n); }
INLINE static EXTENDED reciprocal(INT n, F like) { return 1.0 / TO(EXTENDED, n); }

// log2 of a positive normal number times 2^-fall.
INLINE static EXTENDED log2Extended(F x, I fall) {
  I bits = AS_I(x);
  I power = (bits - (I)0x3f3504f3) >> MANTISSA;
  EXTENDED f = TO(EXTENDED, AS_F(bits - (power << MANTISSA))) - 1.0;
  EXTENDED p = POLY10(f, 0x1.71547656a22e6p+0, -0x1.715476297050ep-1, 0x1.ec707f0557e8ap-2,
                      -0x1.715490b2dcab6p-2, 0x1.278084d349291p-2, -0x1.ec79fd4b72293p-3,
                      0x1.a3ed8328e5053p-3, -0x1.6e68d7bd3d296p-3, 0x1.6062f805335abp-3,
                      -0x1.5a38a5309299dp-3, 0x1.8d5619a2beec7p-4);
  return f * p + TO(EXTENDED, power - fall);
}
INLINE static EXTENDED product(EXTENDED y, EXTENDED log2, F like) { return y * log2; }
INLINE static F leading(EXTENDED t, F like) { return TO(F, t); }
INLINE static EXTENDED limited(EXTENDED t, F like) {
  t = t < -160.0 ? (EXTENDED)-160.0 : t;
  return t > 160.0 ? (EXTENDED)160.0 : t;
}
INLINE static F exp2Extended(EXTENDED t, bool wide, F like) {
  EXTENDED shifted = t + 0x1.8p52;
  F r = TO(F, t - (shifted - 0x1.8p52));
  I n = TO(I, __builtin_astype(shifted, CONCAT(long, N))); // the lower half of the bits
  F p = r * POLY5(r, 0x1.62e43p-1f, 0x1.ebfb94p-3f, 0x1.c6af9ep-5f, 0x1.3b67dp-7f, 0x1.5ef428p-10f,
                  0x1.17c1fep-13f) +
        1;
  return wide ? scaleWide(p, n) : p * powerOfTwo(n);
}

#else

typedef struct {
  F high, low;
} CONCAT(Pair, N);
#define EXTENDED CONCAT(Pair, N)
#define SAFE 1022
INLINE static EXTENDED extended(F y) { return (EXTENDED){y, (F)0}; }
INLINE static EXTENDED extendedInt(INT n, F like) { return (EXTENDED){TO(F, n), (F)0}; }
INLINE static EXTENDED reciprocal(INT n, F like) {
  F whole = TO(F, n), r = 1 / whole;
  return (EXTENDED){r, __builtin_elementwise_fma(-r, whole, (F)1) * r};
}
// a * b of two parts each, without the product of the low ones.
INLINE static EXTENDED multiplied(EXTENDED a, EXTENDED b) {
  F high = a.high * b.high;
  F rest = __builtin_elementwise_fma(a.high, b.high, -high);
  return (EXTENDED){high, rest + (a.high * b.low + a.low * b.high)};
}
// a + b of numbers of which the first is the greater, or zero.
INLINE static EXTENDED added(F a, F b, F low) {
  F high = a + b;
  return (EXTENDED){high, (a - high) + b + low};
}
// With s = (m - 1) / (m + 1), log(m) is s * (2 + 2/3 s^2 + ...).
INLINE static EXTENDED log2Extended(F x, I fall) {
  I bits = AS_I(x);
  I power = (bits - (I)0x3fe6a09e667f3bcd) >> MANTISSA;
  F m = AS_F(bits - (power << MANTISSA));
  F above = m - 1, below = m + 1, below_low = m - (below - 1);
  F inverse = 1 / below;
  F s_high = above * inverse;
  F rest = __builtin_elementwise_fma(-s_high, below, above) - s_high * below_low;
  EXTENDED s = {s_high, rest * inverse};
  EXTENDED z = multiplied(s, s);
  // The other coefficients were found for this value of 2/3.
  F q = z.high * POLY6(z.high, 0x1.9999999999d1p-2, 0x1.2492492439a1p-2, 0x1.c71c724b39dfbp-3,
                       0x1.745ce1d7b2a3dp-3, 0x1.3b2021e413517p-3, 0x1.0f677f88fb4ep-3,
                       0x1.0f0bb8963d363p-3);
  EXTENDED series = multiplied(z, added((F)0x1.5555555555555p-1, q, (F)0));
  series = multiplied(s, added((F)2, series.high, series.low));
  EXTENDED log2 = multiplied(series, (EXTENDED){(F)0x1.71547652b82fep+0, (F)0x1.777d0ffda0d24p-56});
  return added(toReal(power - fall), log2.high, log2.low);
}
INLINE static EXTENDED product(EXTENDED y, EXTENDED log2, F like) { return multiplied(y, log2); }
INLINE static F leading(EXTENDED t, F like) { return t.high; }
INLINE static EXTENDED limited(EXTENDED t, F like) {
  // The low part of what was infinite is no number.
  t.low = magnitude(t.high) < 1100 ? t.low : (F)0;
  t.high = clampTo(t.high, -1100, 1100);
  return t;
}
INLINE static F exp2Extended(EXTENDED t, bool wide, F like) {
  F shifted = t.high + MAGIC;
  F r = (t.high - (shifted - MAGIC) + t.low) * 0x1.62e42fefa39efp-1;
  F q = POLY9(r, 0x1.0000000000005p-1, 0x1.55555555554d9p-3, 0x1.5555555551de8p-5,
              0x1.1111111139155p-7, 0x1.6c16c1805886cp-10, 0x1.a01a00a106e9cp-13,
              0x1.a019a28e52a61p-16, 0x1.71e0ad15f72a1p-19, 0x1.28a6f19b0c61ep-22,
              0x1.aa9d04ee7e84cp-26);
  F p = r * r * q + r + 1;
  return wide ? scaleWide(p, AS_I(shifted)) : p * powerOfTwo(AS_I(shifted));
}

#endif

// |x|^y for any x but NaN, and y not 0; without what the sign of x makes of it.
INLINE static F powOfMagnitude(F x, EXTENDED y) {
  F a = magnitude(x);
  I small = a < LEAST_NORMAL;
  EXTENDED log2 = log2Extended(small ? a * K(0x1p64) : a, small ? (I)64 : (I)0);
  F result = exp2Extended(limited(product(y, log2, x), x), true, x);
  I rising = leading(y, x) > 0;
  result = a == 1 ? (F)1 : result; // also for infinite y
  result = a == 0 ? (rising ? (F)0 : (F)(T)INFINITY) : result;
  return a == (T)INFINITY ? (rising ? a : (F)0) : result;
}

#define BY_THE_RULE(x, y)                                                                          \
  EXTENDED exponent = product(y, log2Extended(x, (I)0), x);                                        \
  I care = AS_U(x) - (U)LEAST_NORMAL_BITS >= (U)(INF_BITS - LEAST_NORMAL_BITS);                    \
  care |= !(magnitude(leading(exponent, x)) < SAFE)

PURE F pow(F x, F y) {
  BY_THE_RULE(x, extended(y));
  if (rarely(care)) {
    F halved = y * K(0.5);
    I integral = __builtin_elementwise_trunc(y) == y;
    I odd = integral & (halved != __builtin_elementwise_trunc(halved));
    F result = powOfMagnitude(x, extended(y));
    I negative = AS_I(x) < 0;
    result = (negative & odd) ? -result : result;
    I none = negative & !integral & (x != 0) & (magnitude(x) != (T)INFINITY);
    result = none ? (F)(T)NAN : result;
    result = x != x || y != y ? x + y : result;
    return y == 0 || x == 1 ? (F)1 : result;
  }
  return exp2Extended(exponent, false, x);
}
PURE F powr(F x, F y) {
  BY_THE_RULE(x, extended(y));
  if (rarely(care)) {
    F result = powOfMagnitude(x, extended(y));
    result = x == 1 && magnitude(y) == (T)INFINITY ? (F)(T)NAN : result;
    result = y == 0 ? (x == 0 || x == (T)INFINITY ? (F)(T)NAN : (F)1) : result;
    result = x < 0 ? (F)(T)NAN : result;
    return x != x || y != y ? x + y : result;
  }
  return exp2Extended(exponent, false, x);
}
PURE F pown(F x, INT n) {
  BY_THE_RULE(x, extendedInt(n, x));
  if (rarely(care)) {
    F result = powOfMagnitude(x, extendedInt(n, x));
    I odd = TO(I, n & 1) != 0;
    result = ((AS_I(x) < 0) & odd) ? -result : result;
    result = x != x ? x : result;
    return TO(I, n) == 0 ? (F)1 : result;
  }
  return exp2Extended(exponent, false, x);
}
PURE F rootn(F x, INT n) {
  BY_THE_RULE(x, reciprocal(n, x));
  care |= TO(I, n) == 0;
  if (rarely(care)) {
    F result = powOfMagnitude(x, reciprocal(n, x));
    I odd = TO(I, n & 1) != 0;
    result = ((AS_I(x) < 0) & odd) ? -result : result;
    result = ((x < 0) & !odd) ? (F)(T)NAN : result;
    result = x != x ? x : result;
    return TO(I, n) == 0 ? (F)(T)NAN : result;
  }
  return exp2Extended(exponent, false, x);
}
#if IS_FLOAT
PURE F half_powr(F x, F y) { return powr(x, y); }
PURE F native_powr(F x, F y) { return powr(x, y); }
#endif

#undef BY_THE_RULE
#undef EXTENDED
#undef SAFE
#undef INT
#endif
