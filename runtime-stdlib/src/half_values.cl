// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_khr_fp16's conversions, relational functions and shuffles.
#include "half_rounding.h"

// To integers and wider types: what float converts to, for every half is a float.
#define TO_INTEGER(N, T, TAIL)                                                                     \
  PURE T##N convert_##T##N##TAIL(float##N x);                                                      \
  PURE T##N convert_##T##N##TAIL(half##N x) { return convert_##T##N##TAIL(toFloat(x)); }
#define TO_INTEGERS(T, ...)                                                                        \
  FOR_WIDTHS(TO_INTEGER, T, )                                                                      \
  FOR_WIDTHS(TO_INTEGER, T, _rte)                                                                  \
  FOR_WIDTHS(TO_INTEGER, T, _rtz)                                                                  \
  FOR_WIDTHS(TO_INTEGER, T, _rtp)                                                                  \
  FOR_WIDTHS(TO_INTEGER, T, _rtn)                                                                  \
  FOR_WIDTHS(TO_INTEGER, T, _sat)                                                                  \
  FOR_WIDTHS(TO_INTEGER, T, _sat_rte)                                                              \
  FOR_WIDTHS(TO_INTEGER, T, _sat_rtz)                                                              \
  FOR_WIDTHS(TO_INTEGER, T, _sat_rtp)                                                              \
  FOR_WIDTHS(TO_INTEGER, T, _sat_rtn)
FOR_INTEGERS(TO_INTEGERS)

#define EXACT(N, TAIL)                                                                             \
  PURE float##N convert_float##N##TAIL(half##N x) { return toFloat(x); }                           \
  PURE double##N convert_double##N##TAIL(half##N x) { return toDouble(toFloat(x)); }               \
  PURE half##N convert_half##N##TAIL(half##N x) { return x; }                                      \
  PURE half##N convert_half##N##TAIL(float##N x) { return toHalf##TAIL(x); }                       \
  PURE half##N convert_half##N##TAIL(double##N x) { return toHalf##TAIL(x); }
// From integers: as a double an integer is exact, or so large that any rounding of it will do.
#define FROM_INTEGER(N, T, TAIL)                                                                   \
  PURE double##N convert_double##N(T##N x);                                                        \
  PURE half##N convert_half##N##TAIL(T##N x) { return toHalf##TAIL(convert_double##N(x)); }
#define WITH_TAIL(TAIL)                                                                            \
  FOR_WIDTHS(EXACT, TAIL)                                                                          \
  FOR_WIDTHS(FROM_INTEGER, char, TAIL)                                                             \
  FOR_WIDTHS(FROM_INTEGER, uchar, TAIL)                                                            \
  FOR_WIDTHS(FROM_INTEGER, short, TAIL)                                                            \
  FOR_WIDTHS(FROM_INTEGER, ushort, TAIL)                                                           \
  FOR_WIDTHS(FROM_INTEGER, int, TAIL)                                                              \
  FOR_WIDTHS(FROM_INTEGER, uint, TAIL)                                                             \
  FOR_WIDTHS(FROM_INTEGER, long, TAIL)                                                             \
  FOR_WIDTHS(FROM_INTEGER, ulong, TAIL)
WITH_TAIL()
WITH_TAIL(_rte)
WITH_TAIL(_rtz)
WITH_TAIL(_rtp)
WITH_TAIL(_rtn)

// Scalars answer with 1, vectors with all bits set.
#define COMPARE(N, R, NAME, ...)                                                                   \
  PURE R##N NAME(half##N x, half##N y) { return __VA_ARGS__; }
#define COMPARES(NAME, ...)                                                                        \
  COMPARE(, int, NAME, __VA_ARGS__)                                                                \
  COMPARE(2, short, NAME, __VA_ARGS__)                                                             \
  COMPARE(3, short, NAME, __VA_ARGS__)                                                             \
  COMPARE(4, short, NAME, __VA_ARGS__)                                                             \
  COMPARE(8, short, NAME, __VA_ARGS__)                                                             \
  COMPARE(16, short, NAME, __VA_ARGS__)
COMPARES(isequal, x == y)
COMPARES(isnotequal, x != y)
COMPARES(isgreater, x > y)
COMPARES(isgreaterequal, x >= y)
COMPARES(isless, x < y)
COMPARES(islessequal, x <= y)
COMPARES(islessgreater, (x < y) | (x > y))
COMPARES(isordered, (x == x) & (y == y))
COMPARES(isunordered, (x != x) | (y != y))

#define TEST(N, R, NAME, ...)                                                                      \
  PURE R##N NAME(half##N x) {                                                                      \
    short##N bits = as_short##N(x) & (short##N)0x7fff;                                             \
    (void)bits;                                                                                    \
    return __VA_ARGS__;                                                                            \
  }
#define TESTS(NAME, ...)                                                                           \
  TEST(, int, NAME, __VA_ARGS__)                                                                   \
  TEST(2, short, NAME, __VA_ARGS__)                                                                \
  TEST(3, short, NAME, __VA_ARGS__)                                                                \
  TEST(4, short, NAME, __VA_ARGS__)                                                                \
  TEST(8, short, NAME, __VA_ARGS__)                                                                \
  TEST(16, short, NAME, __VA_ARGS__)
TESTS(isfinite, bits < (short)0x7c00)
TESTS(isinf, bits == (short)0x7c00)
TESTS(isnan, bits > (short)0x7c00)
TESTS(isnormal, (bits >= (short)0x0400) & (bits < (short)0x7c00))
#define SIGNBIT(N, R)                                                                              \
  PURE R##N signbit(half##N x) { return as_short##N(x) < (short)0; }
SIGNBIT(, int)
SIGNBIT(2, short)
SIGNBIT(3, short)
SIGNBIT(4, short)
SIGNBIT(8, short)
SIGNBIT(16, short)

// Scalars look at all bits of the condition, vectors at the highest.
#define SELECT(N, ...)                                                                             \
  PURE half##N select(half##N a, half##N b, short##N c) { return c ? b : a; }                      \
  PURE half##N select(half##N a, half##N b, ushort##N c) { return as_short##N(c) ? b : a; }
#define BITSELECT(N, ...)                                                                          \
  PURE half##N bitselect(half##N a, half##N b, half##N c) {                                        \
    ushort##N mask = as_ushort##N(c);                                                              \
    return as_half##N((ushort##N)((as_ushort##N(a) & ~mask) | (as_ushort##N(b) & mask)));          \
  }
FOR_WIDTHS(SELECT)
FOR_WIDTHS(BITSELECT)

// Shuffles move bits, whatever they mean.
#define SHUFFLE(N, M)                                                                              \
  PURE ushort##N shuffle(ushort##M x, ushort##N mask);                                             \
  PURE ushort##N shuffle2(ushort##M x, ushort##M y, ushort##N mask);                               \
  PURE half##N shuffle(half##M x, ushort##N mask) {                                                \
    return as_half##N(shuffle(as_ushort##M(x), mask));                                             \
  }                                                                                                \
  PURE half##N shuffle2(half##M x, half##M y, ushort##N mask) {                                    \
    return as_half##N(shuffle2(as_ushort##M(x), as_ushort##M(y), mask));                           \
  }
#define SHUFFLES(N) SHUFFLE(N, 2) SHUFFLE(N, 4) SHUFFLE(N, 8) SHUFFLE(N, 16)
SHUFFLES(2)
SHUFFLES(4)
SHUFFLES(8)
SHUFFLES(16)
