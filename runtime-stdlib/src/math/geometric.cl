// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// length, distance, normalize: from the sum of squares, and where that has no room (or is no
// number) from the vector divided by a power of two near its greatest element.
#include "lanes.h"

#define ELEMENTS_(M, T, a) M(a)
#define ELEMENTS_2(M, T, a) M(a.x) M(a.y)
#define ELEMENTS_3(M, T, a) M(a.x) M(a.y) M(a.z)
#define ELEMENTS_4(M, T, a) M(a.x) M(a.y) M(a.z) M(a.w)

#define SQUARE(e) sum = e * e + sum;
#define GREATEST(e) greatest = greatest < e ? e : greatest;

// SCALE_BITS less the bits of an exponent is the exponent of the reciprocal power.
#define SCALE_BITS_float 0x7f000000
#define SCALE_BITS_double 0x7fe0000000000000
#define LEAST_MAGNITUDE_float 0x1p-100f
#define LEAST_MAGNITUDE_double 0x1p-1000
#define GREATEST_MAGNITUDE_float 0x1p126f
#define GREATEST_MAGNITUDE_double 0x1p1022
#define LEAST_SQUARE_float 0x1p-90f
#define LEAST_SQUARE_double 0x1p-900
#define GREATEST_SQUARE_float 0x1p+90f
#define GREATEST_SQUARE_double 0x1p+900

INLINE static bool isModerate(float square) {
  return square >= LEAST_SQUARE_float && square <= GREATEST_SQUARE_float;
}
INLINE static bool isModerate(double square) {
  return square >= LEAST_SQUARE_double && square <= GREATEST_SQUARE_double;
}

// What is rarely wanted stays a call, so that the rest is small enough to be inlined and widened.
#define OUT_OF_LINE __attribute__((overloadable, noinline, const)) static

#define DEFINE(N, T, I)                                                                            \
  INLINE static T squareOf(T##N x) {                                                               \
    T sum = 0;                                                                                     \
    ELEMENTS_##N(SQUARE, T, x);                                                                    \
    return sum;                                                                                    \
  }                                                                                                \
  /* The power of two, neither it nor its reciprocal subnormal, near the greatest element. */      \
  INLINE static T magnitudeOf(T##N x) {                                                            \
    T##N a = __builtin_elementwise_abs(x);                                                         \
    T greatest = LEAST_MAGNITUDE_##T;                                                              \
    ELEMENTS_##N(GREATEST, T, a);                                                                  \
    greatest = greatest < GREATEST_MAGNITUDE_##T ? greatest : GREATEST_MAGNITUDE_##T;              \
    return as_##T(as_##I(greatest) & (I)EXPONENT_MASK_##T);                                        \
  }                                                                                                \
  INLINE static T reciprocalOf(T power, T##N like) {                                               \
    return as_##T((I)SCALE_BITS_##T - as_##I(power));                                              \
  }                                                                                                \
  OUT_OF_LINE T scaledLength(T##N x) {                                                             \
    T power = magnitudeOf(x);                                                                      \
    return __builtin_elementwise_sqrt(squareOf(x * reciprocalOf(power, x))) * power;               \
  }                                                                                                \
  INLINE static T lengthOf(T##N x) {                                                               \
    T square = squareOf(x);                                                                        \
    if (__builtin_expect(isModerate(square), 1))                                                   \
      return __builtin_elementwise_sqrt(square);                                                   \
    return scaledLength(x);                                                                        \
  }                                                                                                \
  PURE T length(T##N x) { return lengthOf(x); }                                                    \
  PURE T distance(T##N x, T##N y) { return lengthOf(x - y); }                                      \
  OUT_OF_LINE T##N scaledNormal(T##N x) {                                                          \
    /* Infinite elements outweigh all others; what is zero in all stays. */                        \
    T square = squareOf(x);                                                                        \
    T##N a = __builtin_elementwise_abs(x);                                                         \
    T greatest = 0;                                                                                \
    ELEMENTS_##N(GREATEST, T, a);                                                                  \
    T##N sign = __builtin_elementwise_copysign((T##N)1, x);                                        \
    T##N infinite = a == (T)INFINITY ? sign : __builtin_elementwise_copysign((T##N)0, x);          \
    T##N y = x * reciprocalOf(magnitudeOf(x), x);                                                  \
    if (greatest == (T)INFINITY && square == square)                                               \
      y = infinite;                                                                                \
    y = y * (1 / __builtin_elementwise_sqrt(squareOf(y)));                                         \
    if (greatest == 0 && square == square)                                                         \
      y = x;                                                                                       \
    return y;                                                                                      \
  }                                                                                                \
  PURE T##N normalize(T##N x) {                                                                    \
    T square = squareOf(x);                                                                        \
    if (__builtin_expect(isModerate(square), 1))                                                   \
      return x * (1 / __builtin_elementwise_sqrt(square));                                         \
    return scaledNormal(x);                                                                        \
  }
#define WIDTHS(T, I) DEFINE(, T, I) DEFINE(2, T, I) DEFINE(3, T, I) DEFINE(4, T, I)
WIDTHS(float, int)
WIDTHS(double, long)
