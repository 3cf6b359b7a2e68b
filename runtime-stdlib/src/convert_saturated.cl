// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// convert_*_sat from float and double: no number becomes 0, which libclc's do not hold to. The
// value is rounded to an integer and kept below the first power of two that is out of range, so
// that the conversion itself is defined for all lanes.
#include "math_types.h"

// S: from; D: to, G: D with a sign; ROUND: to an integer; TOP: 1 + D's greatest; LOW: its least.
#define SCALAR(S, D, TAIL, ROUND, TOP, LOW, GREATEST)                                              \
  PURE D convert_##D##TAIL(S x) {                                                                  \
    S whole = x == x ? ROUND(x) : (S)0;                                                            \
    S inside = whole < (S)LOW ? (S)LOW : whole;                                                    \
    inside = inside < (S)TOP ? inside : (S)TOP * BELOW_ONE_##S;                                    \
    return whole >= (S)TOP ? (D)GREATEST : (D)inside;                                              \
  }
#define VECTOR(N, S, D, G, TAIL, ROUND, TOP, LOW, GREATEST)                                        \
  PURE D##N convert_##D##N##TAIL(S##N x) {                                                         \
    S##N whole = x == x ? ROUND(x) : (S##N)0;                                                      \
    S##N inside = whole < (S)LOW ? (S##N)(S)LOW : whole;                                           \
    inside = inside < (S)TOP ? inside : (S##N)((S)TOP * BELOW_ONE_##S);                            \
    G##N over = __builtin_convertvector(whole >= (S)TOP, G##N);                                    \
    return over ? (D##N)(D)GREATEST : __builtin_convertvector(inside, D##N);                       \
  }
#define WIDTHS(S, D, G, TAIL, ROUND, TOP, LOW, GREATEST)                                           \
  SCALAR(S, D, TAIL, ROUND, TOP, LOW, GREATEST)                                                    \
  VECTOR(2, S, D, G, TAIL, ROUND, TOP, LOW, GREATEST)                                              \
  VECTOR(3, S, D, G, TAIL, ROUND, TOP, LOW, GREATEST)                                              \
  VECTOR(4, S, D, G, TAIL, ROUND, TOP, LOW, GREATEST)                                              \
  VECTOR(8, S, D, G, TAIL, ROUND, TOP, LOW, GREATEST)                                              \
  VECTOR(16, S, D, G, TAIL, ROUND, TOP, LOW, GREATEST)
#define MODES(S, D, G, TOP, LOW, GREATEST)                                                         \
  WIDTHS(S, D, G, _sat, __builtin_elementwise_trunc, TOP, LOW, GREATEST)                           \
  WIDTHS(S, D, G, _sat_rte, __builtin_elementwise_roundeven, TOP, LOW, GREATEST)                   \
  WIDTHS(S, D, G, _sat_rtz, __builtin_elementwise_trunc, TOP, LOW, GREATEST)                       \
  WIDTHS(S, D, G, _sat_rtp, __builtin_elementwise_ceil, TOP, LOW, GREATEST)                        \
  WIDTHS(S, D, G, _sat_rtn, __builtin_elementwise_floor, TOP, LOW, GREATEST)
#define FROM(S)                                                                                    \
  MODES(S, char, char, 0x1p7, -0x1p7, 0x7f)                                                        \
  MODES(S, uchar, char, 0x1p8, 0, 0xff)                                                            \
  MODES(S, short, short, 0x1p15, -0x1p15, 0x7fff)                                                  \
  MODES(S, ushort, short, 0x1p16, 0, 0xffff)                                                       \
  MODES(S, int, int, 0x1p31, -0x1p31, 0x7fffffff)                                                  \
  MODES(S, uint, int, 0x1p32, 0, 0xffffffff)                                                       \
  MODES(S, long, long, 0x1p63, -0x1p63, 0x7fffffffffffffff)                                        \
  MODES(S, ulong, long, 0x1p64, 0, 0xffffffffffffffff)
FROM(float)
FROM(double)
