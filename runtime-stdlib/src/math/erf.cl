// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// erf for float: a polynomial up to 0.92, and 1 - e^-p(|x|) above, where p is a polynomial for the
// negative logarithm of erfc; from 3.93 on the result is 1.
#ifndef ALGORITHM
#include "lanes.h"
#define ALGORITHM "erf.cl"
#include "float_types.h"
#else

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
#endif
