// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// sinpi, cospi, tanpi: x less the nearest integer is exact, and so is the distance to the nearest
// zero of the cosine. Zeros have the signs that OpenCL C asks for ("Edge Case Behavior").
#ifndef ALGORITHM
#include "lanes.h"
#define ALGORITHM "sinpi.cl"
#include "all_types.h"
#else

// sin(pi * x) for |x| <= 1/2.
INLINE static F sinPiPolynomial(F x) {
  F s = x * x;
#if IS_FLOAT
  return x *
         POLY4(s, 0x1.921fb6p+1f, -0x1.4abbfp+2f, 0x1.466f16p+1f, -0x1.32e55ep-1f, 0x1.46c068p-4f);
#else
  return x * POLY8(s, 0x1.921fb54442d18p+1, -0x1.4abbce625be1p+2, 0x1.466bc67758064p+1,
                   -0x1.32d2cce4e1635p-1, 0x1.507833e9178ep-4, -0x1.e306fc6d1f90ep-8,
                   0x1.e8dbbe231febbp-12, -0x1.6be563ad9bce6p-16, 0x1.2c2583edd47f9p-21);
#endif
}
// All ones in the sign bit, if the integer n is odd.
INLINE static I oddSign(F n) {
  F halved = n * K(0.5);
  return halved == __builtin_elementwise_trunc(halved) ? (I)0 : (I)SIGN_BIT;
}

PURE F sinpi(F x) {
  F n = __builtin_elementwise_roundeven(x);
  F r = x - n; // NaN for infinities
  F result = AS_F(AS_I(sinPiPolynomial(r)) ^ oddSign(n));
  return r == 0 ? withSign((F)0, x) : result;
}
PURE F cospi(F x) {
  F n = __builtin_elementwise_roundeven(x);
  F r = K(0.5) - magnitude(x - n);
  // The polynomial is an ulp off at 1/2.
  F sine = r == K(0.5) ? (F)1 : sinPiPolynomial(r);
  F result = AS_F(AS_I(sine) ^ oddSign(n));
  return r == 0 ? (F)0 : result;
}
PURE F tanpi(F x) {
  F n = __builtin_elementwise_roundeven(x);
  F r = x - n;
  F far = K(0.5) - magnitude(r);
  F result = sinPiPolynomial(r) / sinPiPolynomial(far);
  // Odd multiples of 1/2: an infinity with the sign of the side of an even or odd n.
  I odd = oddSign(__builtin_elementwise_floor(x));
  result = far == 0 ? AS_F((I)INF_BITS ^ odd) : result;
  F zero = AS_F((AS_I(x) & (I)SIGN_BIT) ^ oddSign(n));
  return r == 0 ? zero : result;
}
#endif
