// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arguments of sin, cos and tan that are too large for a subtraction of multiples of pi: x / pi in
// fixed point, modulo 2 (Payne and Hanek, "Radian reduction for trigonometric functions", 1983).
// One number at a time, since it is rare.
#ifndef WEFT_STDLIB_MATH_REDUCE_HUGE_H
#define WEFT_STDLIB_MATH_REDUCE_HUGE_H
#include "lanes.h"

PURE ulong mul_hi(ulong a, ulong b);

typedef struct {
  double rest; // x - n * unit, at most unit / 2 in magnitude, correct to a unit in the last place
  int odd;     // whether n is
} Reduced;

// The bits of 1 / pi after the point.
__constant static const ulong InversePi[] = {
    0x517cc1b727220a94, 0xfe13abe8fa9a6ee0, 0x6db14acc9e21c820, 0xff28b1d5ef5de2b0,
    0xdb92371d2126e970, 0x0324977504e8c90e, 0x7f0ef58e5894d39f, 0x74411afa975da242,
    0x74ce38135a2fbf20, 0x9cc8eb1cc1a99cfa, 0x4e422fc5defc941d, 0x8ffc4bffef02cc07,
    0xf79788c5ad05368f, 0xb69b3f6793e584db, 0xa7a31fb34f2ff516, 0xba93dd63f5f2f8bd,
    0x9e839cfbc5294975, 0x35fdafd88fc6ae84, 0x2b0198237e3db5d5, 0xf867de104d7a1b0e};

// For finite |x| of at least 4. `halves`: the unit is pi / 2 in place of pi; `shifted`: half of
// pi is added to x first, which makes a sine of a cosine.
__attribute__((noinline, const)) static Reduced reduceHuge(double x, bool halves, bool shifted) {
  ulong bits = as_ulong(x);
  int exponent = (int)(bits >> 52 & 0x7ff) - 1075; // x is mantissa * 2^exponent
  ulong mantissa = (bits & 0xfffffffffffff) | 0x10000000000000;
  // The bits of 1 / pi from the weight of 2^-exponent on (above are multiples of 2 in the product)
  // but one: 192 of them, as a fixed point number whose first bit has the weight of 1.
  int first = exponent - 1 + (halves ? 1 : 0);
  ulong window[3];
  for (int i = 0; i < 3; ++i) {
    int at = first + 64 * i, word = at >> 6, shift = at & 63;
    ulong high = word >= 0 ? InversePi[word] : 0;
    ulong low = word + 1 >= 0 ? InversePi[word + 1] : 0;
    window[i] = shift ? high << shift | low >> (64 - shift) : high;
  }
  // The product, of which what is 2 and above falls off.
  ulong low = mul_hi(mantissa, window[2]);
  ulong middle = mantissa * window[1];
  ulong high = mantissa * window[0] + mul_hi(mantissa, window[1]);
  middle += low;
  high += middle < low;
  if (bits >> 63) { // of a negative x
    middle = -middle;
    high = ~high + (middle == 0);
  }
  if (shifted)
    high += 0x4000000000000000;
  Reduced result;
  result.odd = (int)((high + 0x4000000000000000) >> 63);
  // The fraction in [-1/2, 1/2), as a multiple of 2^-128, and its magnitude.
  high = high << 1 | middle >> 63;
  middle <<= 1;
  bool negative = high >> 63;
  if (negative) {
    middle = -middle;
    high = ~high + (middle == 0);
  }
  int zeros = high ? __builtin_clzl(high) : 64;
  double fraction;
  if (zeros == 64) {
    fraction = (double)middle * 0x1p-128;
  } else {
    ulong leading = zeros ? high << zeros | middle >> (64 - zeros) : high;
    fraction = (double)leading * as_double((long)(1023 - 64 - zeros) << 52);
  }
  fraction *= halves ? 0x1.921fb54442d18p+0 : 0x1.921fb54442d18p+1;
  result.rest = negative ? -fraction : fraction;
  return result;
}
#endif
