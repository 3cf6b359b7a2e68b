// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// e^x as 2^n e^r with |r| <= ln 2 / 2, for every type; see all_types.h.
#ifndef ALGORITHM
#ifndef WEFT_STDLIB_MATH_EXP_PARTS_H
#define WEFT_STDLIB_MATH_EXP_PARTS_H
#include "lanes.h"
#define ALGORITHM "exp_parts.h"
#include "all_types.h"
#undef ALGORITHM
#endif
#else

// The integer next to log2(e^x), plus MAGIC.
INLINE static F nearestExponent(F x) {
  return x * (T)(IS_FLOAT ? 0x1.715476p+0f : 0x1.71547652b82fep+0) + MAGIC;
}
// x - n ln 2. The first part of ln 2 times n is exact.
INLINE static F withoutExponent(F x, F n) {
#if IS_FLOAT
  return x - n * 0x1.62e4p-1f - n * 0x1.7f7d1cp-20f;
#else
  return x - n * 0x1.62e42fefa3p-1 - n * 0x1.3de6af278ece6p-42;
#endif
}

// e^r for |r| < 0.3466.
INLINE static F expPolynomial(F r) {
#if IS_FLOAT
  F q = POLY4(r, 0x1.fffffcp-2f, 0x1.55548cp-3f, 0x1.555858p-5f, 0x1.123deap-7f, 0x1.6ac84cp-10f);
#else
  F q = POLY9(r, 0x1.0000000000005p-1, 0x1.55555555554d9p-3, 0x1.5555555551de8p-5,
              0x1.1111111139155p-7, 0x1.6c16c1805886cp-10, 0x1.a01a00a106e9cp-13,
              0x1.a019a28e52a61p-16, 0x1.71e0ad15f72a1p-19, 0x1.28a6f19b0c61ep-22,
              0x1.aa9d04ee7e84cp-26);
#endif
  return r * r * q + r + 1;
}
#endif
