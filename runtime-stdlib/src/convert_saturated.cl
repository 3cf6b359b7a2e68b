// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// convert_*_sat from float and double: no number becomes 0, which libclc's do not hold to.
//
// Where the type of the argument has all integers of the result, the value is kept in their range,
// a minimum and a maximum, and then rounded, which the conversion does if it is towards zero. Else
// it is rounded and kept below the first power of two that is out of range. Either way the
// conversion itself is defined for all lanes.
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
// The same where S has LOW, GREATEST and all between. NUMBER: makes 0 of what is no number, if the
// comparison with LOW does not.
#define SCALAR_WITHIN(S, D, TAIL, ROUND, NUMBER, LOW, GREATEST)                                    \
  PURE D convert_##D##TAIL(S x) {                                                                  \
    S inside = NUMBER(S, x);                                                                       \
    inside = inside > (S)LOW ? inside : (S)LOW;                                                    \
    inside = inside < (S)GREATEST ? inside : (S)GREATEST;                                          \
    return (D)ROUND(inside);                                                                       \
  }
#define VECTOR_WITHIN(N, S, D, TAIL, ROUND, NUMBER, LOW, GREATEST)                                 \
  PURE D##N convert_##D##N##TAIL(S##N x) {                                                         \
    S##N inside = NUMBER(S##N, x);                                                                 \
    inside = inside > (S)LOW ? inside : (S##N)(S)LOW;                                              \
    inside = inside < (S)GREATEST ? inside : (S##N)(S)GREATEST;                                    \
    return __builtin_convertvector(ROUND(inside), D##N);                                           \
  }
#define WIDTHS_WITHIN(S, D, TAIL, ROUND, NUMBER, LOW, GREATEST)                                    \
  SCALAR_WITHIN(S, D, TAIL, ROUND, NUMBER, LOW, GREATEST)                                          \
  VECTOR_WITHIN(2, S, D, TAIL, ROUND, NUMBER, LOW, GREATEST)                                       \
  VECTOR_WITHIN(3, S, D, TAIL, ROUND, NUMBER, LOW, GREATEST)                                       \
  VECTOR_WITHIN(4, S, D, TAIL, ROUND, NUMBER, LOW, GREATEST)                                       \
  VECTOR_WITHIN(8, S, D, TAIL, ROUND, NUMBER, LOW, GREATEST)                                       \
  VECTOR_WITHIN(16, S, D, TAIL, ROUND, NUMBER, LOW, GREATEST)
#define AS_IT_IS(x) x
#define MODES_WITHIN(S, D, NUMBER, LOW, GREATEST)                                                  \
  WIDTHS_WITHIN(S, D, _sat, AS_IT_IS, NUMBER, LOW, GREATEST)                                       \
  WIDTHS_WITHIN(S, D, _sat_rte, __builtin_elementwise_roundeven, NUMBER, LOW, GREATEST)            \
  WIDTHS_WITHIN(S, D, _sat_rtz, AS_IT_IS, NUMBER, LOW, GREATEST)                                   \
  WIDTHS_WITHIN(S, D, _sat_rtp, __builtin_elementwise_ceil, NUMBER, LOW, GREATEST)                 \
  WIDTHS_WITHIN(S, D, _sat_rtn, __builtin_elementwise_floor, NUMBER, LOW, GREATEST)
#define SIGNED(T, x) (x == x ? x : (T)0)
#define UNSIGNED(T, x) x
#define FROM(S)                                                                                    \
  MODES_WITHIN(S, char, SIGNED, -0x1p7, 0x7f)                                                      \
  MODES_WITHIN(S, uchar, UNSIGNED, 0, 0xff)                                                        \
  MODES_WITHIN(S, short, SIGNED, -0x1p15, 0x7fff)                                                  \
  MODES_WITHIN(S, ushort, UNSIGNED, 0, 0xffff)                                                     \
  MODES(S, long, long, 0x1p63, -0x1p63, 0x7fffffffffffffff)                                        \
  MODES(S, ulong, long, 0x1p64, 0, 0xffffffffffffffff)
FROM(float)
FROM(double)
MODES(float, int, int, 0x1p31, -0x1p31, 0x7fffffff)
MODES(float, uint, int, 0x1p32, 0, 0xffffffff)
MODES_WITHIN(double, int, SIGNED, -0x1p31, 0x7fffffff)
MODES_WITHIN(double, uint, UNSIGNED, 0, 0xffffffff)
