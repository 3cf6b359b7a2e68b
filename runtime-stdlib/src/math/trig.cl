// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// sin, cos, tan, sincos' parts, and their native_ and half_ forms. x is n * pi + r (tan: n * pi /
// 2) with pi in four parts, of which the first three times n are exact; the polynomial for sin
// holds up to pi / 2, so that n decides no more than the sign. cos takes n from halves. Above
// LIMIT, where n has too many bits, the same is done in double for float; above HOST_LIMIT those
// lanes alone ask the host's C library. Neither is inlined: code that is rarely run and would be
// the larger part of many a kernel. The scalars are not inlined either, before their calls become
// those of vectors.
#ifndef ALGORITHM
#include "lanes.h"
double hostSin(double x) __asm__("sin") __attribute__((const));
double hostCos(double x) __asm__("cos") __attribute__((const));
double hostTan(double x) __asm__("tan") __attribute__((const));
#define ALGORITHM "trig.cl"
#include "all_types.h"
#else

#if IS_SCALAR
#define WIDENED __attribute__((noinline)) PURE
#else
#define WIDENED PURE
#endif

#if IS_FLOAT
#define LIMIT 6000.0f
#define HOST_LIMIT 3e9f
#define INVERSE_PI 0x1.45f306p-2f
#define MINUS_N_PI(x, n)                                                                           \
  (x - n * 0x1.92p+1f - n * 0x1.fb4p-11f - n * 0x1.444p-23f - n * 0x1.68c234p-38f)
#define MINUS_N_HALF_PI(x, n)                                                                      \
  (x - n * 0x1.92p+0f - n * 0x1.fb4p-12f - n * 0x1.444p-24f - n * 0x1.68c234p-39f)
#else
#define LIMIT 1e7
#define HOST_LIMIT LIMIT
#define INVERSE_PI 0x1.45f306dc9c883p-2
#define MINUS_N_PI(x, n)                                                                           \
  (x - n * 0x1.921fb54p+1 - n * 0x1.10b4611p-29 - n * 0x1.4c4c662p-58 - n * 0x1.1701b839a252p-87)
#define MINUS_N_HALF_PI(x, n)                                                                      \
  (x - n * 0x1.921fb54p+0 - n * 0x1.10b4611p-30 - n * 0x1.4c4c662p-59 - n * 0x1.1701b839a252p-88)
#endif

// sin(r) for |r| up to pi / 2, a little more included. Never beyond 1, which rounding reaches at the
// peaks: programs ask for acos or 1 - x * x of it. NaN stays.
INLINE static F sinPolynomial(F r) {
  F s = r * r;
#if IS_FLOAT
  F p = POLY3(s, -0x1.55554cp-3f, 0x1.110edap-7f, -0x1.9f70eep-13f, 0x1.5dc8c4p-19f);
#else
  F p = POLY7(s, -0x1.5555555555555p-3, 0x1.11111111110c8p-7, -0x1.a01a01a014d6fp-13,
              0x1.71de3a52a0b05p-19, -0x1.ae6454d472f9fp-26, 0x1.6123cd0696ef2p-33,
              -0x1.ae43842b2b249p-41, 0x1.88329daf52c8ap-49);
#endif
  F sine = r * (s * p + 1); // keeps the sign of zero
  sine = sine > K(1.0) ? (F)K(1.0) : sine;
  return sine < K(-1.0) ? (F)K(-1.0) : sine;
}

INLINE static F withParity(F x, I odd) { return AS_F(AS_I(x) ^ (odd << (sizeof(T) * 8 - 1))); }

#if IS_FLOAT
// The products are exact for n up to 2^31, halves included up to 2^30.
#define D CONCAT(double, N)
#define D_INVERSE_PI 0x1.45f306dc9c883p-2
#define D_MAGIC 0x1.8p52
#define D_MINUS_N_PI(x, n)                                                                         \
  (x - n * 0x1.921fbp+1 - n * 0x1.5110bp-21 - n * 0x1.184698p-43 - n * 0x1.3198a2e037073p-68)
#define D_MINUS_N_HALF_PI(x, n)                                                                    \
  (x - n * 0x1.921fbp+0 - n * 0x1.5110bp-22 - n * 0x1.184698p-44 - n * 0x1.3198a2e037073p-69)

INLINE static I lowBits(D shifted) { return TO(I, __builtin_astype(shifted, CONCAT(long, N))); }

INLINE static F largeSin(F x) {
  D argument = TO(D, x);
  D shifted = argument * D_INVERSE_PI + D_MAGIC;
  D n = shifted - D_MAGIC;
  return withParity(sinPolynomial(TO(F, D_MINUS_N_PI(argument, n))), lowBits(shifted));
}
INLINE static F largeCos(F x) {
  D argument = TO(D, x);
  D shifted = argument * D_INVERSE_PI + 0.5 + D_MAGIC;
  D n = shifted - D_MAGIC - 0.5;
  return withParity(sinPolynomial(TO(F, D_MINUS_N_PI(argument, n))), lowBits(shifted));
}
#endif

// What lies beyond LIMIT; the other lanes keep their results.
#if IS_FLOAT
#define IN_DOUBLE(LARGE)                                                                           \
  result = magnitude(x) <= LIMIT ? result : LARGE(x);                                              \
  if (!anyLane(!(magnitude(x) <= HOST_LIMIT)))                                                     \
    return result;
#else
#define IN_DOUBLE(LARGE)
#endif
#define LANES(RESULT)                                                                              \
  for (int i = 0; i < (int)(sizeof(F) / sizeof(T)); ++i) {                                         \
    T argument = ((T *)&x)[i];                                                                     \
    if (!(magnitude(argument) <= HOST_LIMIT))                                                      \
      ((T *)&result)[i] = magnitude(argument) < (T)INFINITY ? RESULT(argument) : (T)NAN;           \
  }

__attribute__((overloadable, noinline, const)) static F sinOfHuge(F x, F result) {
  IN_DOUBLE(largeSin)
  LANES((T)hostSin)
  return result;
}
__attribute__((overloadable, noinline, const)) static F cosOfHuge(F x, F result) {
  IN_DOUBLE(largeCos)
  LANES((T)hostCos)
  return result;
}

INLINE static F smallSin(F x) {
  F shifted = x * INVERSE_PI + MAGIC;
  F n = shifted - MAGIC;
  return withParity(sinPolynomial(MINUS_N_PI(x, n)), AS_I(shifted));
}
INLINE static F smallCos(F x) {
  F shifted = x * INVERSE_PI + K(0.5) + MAGIC;
  F n = shifted - MAGIC - K(0.5);
  return withParity(sinPolynomial(MINUS_N_PI(x, n)), AS_I(shifted));
}

WIDENED F sin(F x) {
  F result = smallSin(x);
  if (__builtin_expect(anyLane(!(magnitude(x) <= LIMIT)), 0))
    return sinOfHuge(x, result);
  return result;
}
WIDENED F cos(F x) {
  F result = smallCos(x);
  if (__builtin_expect(anyLane(!(magnitude(x) <= LIMIT)), 0))
    return cosOfHuge(x, result);
  return result;
}

// The tangent from r and whether n is odd: sine over cosine, or the other way round and negative.
INLINE static F tanOf(F r, I odd) {
  F s = r * r;
#if IS_FLOAT
  F sine = POLY2(s, -0x1.555546p-3f, 0x1.110778p-7f, -0x1.9953fep-13f);
  F cosine = POLY3(s, -0x1p-1f, 0x1.55554ap-5f, -0x1.6c0c28p-10f, 0x1.99e80cp-16f);
#else
  F sine = POLY5(s, -0x1.5555555555548p-3, 0x1.111111110f731p-7, -0x1.a01a019be95bbp-13,
                 0x1.71de3555748d4p-19, -0x1.ae5e4bd09a0ep-26, 0x1.5d8b7224b8a61p-33);
  F cosine = POLY6(s, -0x1p-1, 0x1.555555555554bp-5, -0x1.6c16c16c15013p-10, 0x1.a01a019c8ed06p-16,
                   -0x1.27e4f7f140fcap-22, 0x1.1ee9db8e24e62p-29, -0x1.8fa65e8f677edp-37);
#endif
  sine = r * (s * sine + 1);
  cosine = s * cosine + 1;
  I swap = (odd & 1) != 0;
  F above = swap ? -cosine : sine;
  F below = swap ? sine : cosine;
  return above / below;
}
#if IS_FLOAT
INLINE static F largeTan(F x) {
  D argument = TO(D, x);
  D shifted = argument * (2 * D_INVERSE_PI) + D_MAGIC;
  D n = shifted - D_MAGIC;
  return tanOf(TO(F, D_MINUS_N_HALF_PI(argument, n)), lowBits(shifted));
}
#endif
__attribute__((overloadable, noinline, const)) static F tanOfHuge(F x, F result) {
  IN_DOUBLE(largeTan)
  LANES((T)hostTan)
  return result;
}
INLINE static F smallTan(F x) {
  F shifted = x * (2 * INVERSE_PI) + MAGIC;
  F n = shifted - MAGIC;
  return tanOf(MINUS_N_HALF_PI(x, n), AS_I(shifted));
}
WIDENED F tan(F x) {
  F result = smallTan(x);
  if (__builtin_expect(anyLane(!(magnitude(x) <= LIMIT)), 0))
    return tanOfHuge(x, result);
  return result;
}

#if IS_FLOAT
PURE F half_sin(F x) { return sin(x); }
PURE F half_cos(F x) { return cos(x); }
PURE F half_tan(F x) { return tan(x); }
// Straight lines for whatever argument; of use within LIMIT and a little more.
PURE F native_sin(F x) { return smallSin(x); }
PURE F native_cos(F x) { return smallCos(x); }
PURE F native_tan(F x) { return smallTan(x); }
#endif

#undef WIDENED
#undef LIMIT
#undef HOST_LIMIT
#undef INVERSE_PI
#undef MINUS_N_PI
#undef MINUS_N_HALF_PI
#undef D
#undef D_INVERSE_PI
#undef D_MAGIC
#undef D_MINUS_N_PI
#undef D_MINUS_N_HALF_PI
#undef IN_DOUBLE
#undef LANES
#endif
