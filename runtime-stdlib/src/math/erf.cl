// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// erf and erfc. For a >= 0, erfc(a) is e^(-a²) p(q) / (1 + 2a) with q = (a - c) / (a + c), in which
// p hardly changes: from 1 to 2 / sqrt(pi). a² is the square of a's first half, which is exact, and
// a small rest. erf of double is a polynomial up to 1, and 1 - erfc above; that of float has a
// method of its own: a polynomial up to 0.92, and 1 - e^-p(|x|) above, where p is a polynomial for
// the negative logarithm of erfc; from 3.93 on the result is 1.
#ifndef ALGORITHM
#include "exp_parts.h"
#include "lanes.h"
#define ALGORITHM "erf.cl"
#include "all_types.h"
#else

#if IS_FLOAT
#define CENTRE 2
#define FIRST_HALF ((int)0xfffff000)
#define TOP 10.1f // the result is zero
#else
#define CENTRE 4
#define FIRST_HALF ((long)0xfffffffff8000000)
#define TOP 27.3
#endif

INLINE static F erfcOfMagnitude(F a) {
  F q = (a - CENTRE) / (a + CENTRE);
  F s = q * q;
#if IS_FLOAT
  F p =
      POLY4(s, 0x1.46e80ep+0f, -0x1.54078ep-3f, -0x1.bc269cp-5f, 0x1.1c2cccp-7f, -0x1.4cc48cp-10f) +
      q * POLY4(s, -0x1.7bf63ap-4f, 0x1.4ffd4cp-3f, -0x1.0879aap-7f, 0x1.608fccp-10f,
                -0x1.c672ep-12f);
#else
  F p = POLY11(s, 0x1.3ba5916e9fd7fp+0, 0x1.f7f5df66fb579p-7, -0x1.9ddb23c3da449p-4,
               -0x1.0fb06dff8b7fp-4, -0x1.0962384c58c9ep-6, -0x1.8d4ac8a46b51cp-11,
               0x1.3be33a646daa4p-13, -0x1.7900b2e52ef09p-17, 0x1.52b6fabe5d71fp-22,
               0x1.d22adf1cb6515p-25, -0x1.19a4adf3fb1c8p-27, 0x1.56e8d36c3a0f5p-32) +
        q * POLY10(s, -0x1.1df1ad154a2a9p-3, 0x1.16ecefcfa6976p-4, 0x1.7fee004de9253p-4,
                   0x1.3079edfabb8c4p-5, 0x1.49c671a5451c4p-8, -0x1.a1dec57cb5c35p-13,
                   -0x1.995d17e2e027dp-16, 0x1.7f0da379c4781p-18, -0x1.b71237949a889p-21,
                   0x1.aa984767b0a73p-24, -0x1.02bcc2c157cdfp-27);
#endif
  F first = AS_F(AS_I(a) & (I)FIRST_HALF);
  F square = first * first;
  F rest = (a - first) * (a + first);
  F shifted = nearestExponent(-square - rest);
  F power = expPolynomial(withoutExponent(-square, shifted - MAGIC) - rest);
  return scaleWide(power * (p / (1 + 2 * a)), AS_I(shifted));
}

PURE F erfc(F x) {
  F result = erfcOfMagnitude(clampTo(magnitude(x), 0, TOP));
  return x < 0 ? 2 - result : result;
}

#if IS_FLOAT
PURE F erf(F x) {
  F a = magnitude(x);
  F s = x * x;
  F small = a + a * POLY5(s, 0x1.06eba6p-3f, -0x1.8126eap-2f, 0x1.ce1aecp-4f, -0x1.b691f6p-6f,
                          0x1.476092p-8f, -0x1.3aa988p-11f);
  F b = a > 3.95f ? (F)3.95f : a;
  F p = POLY7(b, -0x1.70d754p-13f, 0x1.212848p+0f, 0x1.44446ep-1f, 0x1.bb928cp-4f, -0x1.9bb578p-6f,
              0x1.11979ap-8f, -0x1.c85efep-12f, 0x1.630e3ap-16f);
  // e^-p, in which no great accuracy is needed beside 1.
  F t = p * -0x1.715476p+0f;
  F shifted = t + MAGIC;
  F r = t - (shifted - MAGIC);
  F power = r * POLY5(r, 0x1.62e43p-1f, 0x1.ebfb94p-3f, 0x1.c6af9ep-5f, 0x1.3b67dp-7f,
                      0x1.5ef428p-10f, 0x1.17c1fep-13f) +
            1;
  F large = 1 - power * powerOfTwo(AS_I(shifted));
  F result = withSign(a < 0.92f ? small : large, x);
  return x != x ? x : result;
}
#else
PURE F erf(F x) {
  F s = x * x;
  F small = x * POLY11(s, 0x1.06eba8214db68p-3, -0x1.812746b03799cp-2, 0x1.ce2f21a03f75ap-4,
                       -0x1.b82ce311a149bp-6, 0x1.565bcced7a53bp-8, -0x1.c02dae76d8edap-11,
                       0x1.f9a28fb754e9dp-14, -0x1.f4c7b56eef06bp-17, 0x1.b96624e6c6d19p-20,
                       -0x1.5b69a8c03c9bp-23, 0x1.d2da160ea7397p-27, -0x1.9f017dae75895p-31) +
            x;
  F a = magnitude(x);
  F large = 1 - erfcOfMagnitude(clampTo(a, 0, 6));
  return a < 1 ? small : withSign(large, x);
}
#endif
#undef CENTRE
#undef FIRST_HALF
#undef TOP
#endif
