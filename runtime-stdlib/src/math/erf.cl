// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// erf and erfc. For a >= 0, erfc(a) is e^(-a²) p(q) / (1 + 2a) with q = (a - c) / (a + c), in which
// p hardly changes: from 1 to 2 / sqrt(pi). a² is the square of a's first half, which is exact, and
// a small rest. erf of double is a polynomial up to 1, and 1 - erfc above; that of float has a
// method of its own: a polynomial up to 0.92, and 1 - e^-p(|x|) above, where p is a polynomial for
// the negative logarithm of erfc; from 3.93 on the result is 1.
#ifndef ALGORITHM
#include "lanes.h"
#include "exp_parts.h"
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
  F p = POLY5(s, 0x1.46e80ep+0f, -0x1.540838p-3f, -0x1.bc0d8p-5f, 0x1.1b1788p-7f, -0x1.480414p-10f,
              0x1.704778p-16f) +
        q * POLY4(s, -0x1.7bf604p-4f, 0x1.4ffb5ap-3f, -0x1.07b62ep-7f, 0x1.500ec8p-10f,
                  -0x1.868ecp-12f);
#else
  F p = POLY11(s, 0x1.3ba5916e9fd7fp+0, 0x1.f7f5df66fd9f6p-7, -0x1.9ddb23c3e9d97p-4,
               -0x1.0fb06dfe3f289p-4, -0x1.09623884d4cbdp-6, -0x1.8d4a9c7fe3124p-11,
               0x1.3be09e4c1a4dap-13, -0x1.78a0c6196ae9ap-17, 0x1.42edf526fcc2fp-22,
               0x1.0f3d699a4e78cp-24, -0x1.0b48b789de023p-27, -0x1.03d3e7d129ep-29) +
        q * POLY10(s, -0x1.1df1ad154a29bp-3, 0x1.16ecefcfa5fap-4, 0x1.7fee004df7b82p-4,
                   0x1.3079edf9e7c95p-5, 0x1.49c671913c506p-8, -0x1.a1de7f5f14fcap-13,
                   -0x1.996aca8d21a99p-16, 0x1.7fbb19c7c938ap-18, -0x1.c09a86c31cef5p-21,
                   0x1.f19787466debfp-24, -0x1.dd83f1fe5fc58p-27);
#endif
  F first = AS_F(AS_I(a) & (I)FIRST_HALF);
  F square = first * first;
  F rest = (a - first) * (a + first);
  F shifted = nearestExponent(-square - rest);
  F power = reducedExp(-square, shifted - MAGIC, rest);
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
  F small = x * POLY11(s, 0x1.06eba8214db68p-3, -0x1.812746b0379c1p-2, 0x1.ce2f21a040f66p-4,
                       -0x1.b82ce31203772p-6, 0x1.565bccfa44156p-8, -0x1.c02db0665e53dp-11,
                       0x1.f9a2be4f731a1p-14, -0x1.f4ca838adb73bp-17, 0x1.b981d78881a5dp-20,
                       -0x1.5c131500d3f88p-23, 0x1.d76af6ca49787p-27, -0x1.ac9585a44fe29p-31) +
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
