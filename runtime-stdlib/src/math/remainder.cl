// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// fmod, remainder, remquo: exact. Floats whose quotient is below 2^28 are divided as doubles, in
// which the product of quotient and divisor has room. All others by long division on the integers
// that the numbers are multiples of; as many bits of the quotient are taken at a time as 64 bits
// have room for, so that even the largest ratio of doubles needs few divisions.
#ifndef ALGORITHM
#include "lanes.h"
#define ALGORITHM "remainder.cl"
#include "all_types.h"
#else

#if IS_SCALAR
// A magnitude as mantissa * 2^exponent; the exponent is that of the bits, 1 for subnormal numbers.
INLINE static ulong mantissaOf(T a, int *exponent) {
  ulong bits = AS_U(a);
  int field = (int)(bits >> MANTISSA);
  *exponent = field ? field : 1;
  ulong fraction = bits & ((1ul << MANTISSA) - 1);
  return field ? fraction | 1ul << MANTISSA : fraction;
}
// The way back, for a mantissa that has at most the bits of the format.
INLINE static T joined(ulong mantissa, int exponent, T like) {
  if (!mantissa)
    return 0;
  int shift = __builtin_clzl(mantissa) - (63 - MANTISSA);
  shift = shift < exponent - 1 ? shift : exponent - 1;
  // The leading bit, where there is one, adds the last 1 to the exponent.
  return AS_F((U)((mantissa << shift) + ((ulong)(exponent - shift - 1) << MANTISSA)));
}
// a modulo b for magnitudes of any kind, and the low bits of the quotient.
__attribute__((overloadable, noinline)) static T longDivision(T a, T b, uint *low) {
  *low = 0;
  if (!(a < (T)INFINITY) || !(b > 0)) // NaNs, too
    return (T)NAN;
  if (a < b)
    return a;
  int exponent, places;
  ulong rest = mantissaOf(a, &places), divisor = mantissaOf(b, &exponent);
  places -= exponent;
  ulong whole = rest / divisor;
  rest %= divisor;
  while (places > 0 && rest) {
    int step = 63 - MANTISSA;
    step = places < step ? places : step;
    rest <<= step;
    whole = (whole << step) + rest / divisor;
    rest %= divisor;
    places -= step;
  }
  // What is left of the quotient is zeros.
  if (places > 0)
    whole = places < 64 ? whole << places : 0;
  *low = (uint)whole;
  return joined(rest, exponent, a);
}
#endif

#define WHOLE CONCAT(int, N)
__attribute__((overloadable, noinline)) static F longDivisions(F a, F b, WHOLE *low) {
  F rest;
  for (int i = 0; i < (int)(sizeof(F) / sizeof(T)); ++i) {
    uint one;
    ((T *)&rest)[i] = longDivision(((T *)&a)[i], ((T *)&b)[i], &one);
    ((int *)low)[i] = (int)one;
  }
  return rest;
}

// a modulo b, and the low bits of the quotient.
INLINE static F divided(F a, F b, WHOLE *low) {
#if IS_FLOAT
#define D CONCAT(double, N)
  I strange = !(a / b < 0x1p28f) | !(b < (T)INFINITY);
  if (!__builtin_expect(anyLane(strange), 0)) {
    D dividend = TO(D, a), divisor = TO(D, b);
    D quotient = __builtin_elementwise_trunc(dividend / divisor);
    D rest = dividend - quotient * divisor;
    // The quotient may have been rounded up to an integer.
    quotient = rest < 0 ? quotient - 1 : quotient;
    rest = rest < 0 ? rest + divisor : rest;
    *low = TO(WHOLE, quotient);
    return TO(F, rest);
  }
#undef D
#endif
  return longDivisions(a, b, low);
}

// The nearer of the two multiples of b: the even one where both are as near.
INLINE static F nearer(F x, F y, WHOLE *quotient) {
  F b = magnitude(y);
  WHOLE low;
  F rest = divided(magnitude(x), b, &low);
#if IS_FLOAT || IS_SCALAR
  I odd = (low & 1) != 0;
#else
  I odd = __builtin_convertvector(low & 1, I) != 0;
#endif
  // With b infinite, b - rest is too.
  I up = (rest > b - rest) | ((rest == b - rest) & odd);
  F result = up ? rest - b : rest;
#if IS_FLOAT || IS_SCALAR
  low = up ? low + 1 : low;
  low &= 0x7f;
  low = (AS_I(x) < 0) != (AS_I(y) < 0) ? -low : low;
#else
  low = __builtin_convertvector(up, WHOLE) ? low + 1 : low;
  low &= 0x7f;
  low = __builtin_convertvector((AS_I(x) < 0) != (AS_I(y) < 0), WHOLE) ? -low : low;
#endif
  *quotient = low;
  result = AS_F(AS_I(result) ^ (AS_I(x) & (I)SIGN_BIT));
  return result;
}

PURE F fmod(F x, F y) {
  WHOLE low;
  return withSign(divided(magnitude(x), magnitude(y), &low), x);
}
PURE F remainder(F x, F y) {
  WHOLE low;
  return nearer(x, y, &low);
}
#define REMQUO(SPACE, ...)                                                                         \
  OVERLOAD F remquo(F x, F y, SPACE WHOLE *quotient) {                                             \
    WHOLE low;                                                                                     \
    F result = nearer(x, y, &low);                                                                 \
    *quotient = low;                                                                               \
    return result;                                                                                 \
  }
FOR_WRITABLE_SPACES(REMQUO, )
#undef REMQUO
#undef WHOLE
#endif
