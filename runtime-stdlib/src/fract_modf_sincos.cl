// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions with a second result behind a pointer, where that is all there is to them: fract,
// modf, sincos. One overload per address space.
#include "math_types.h"

#define VALUES(N, T, I, U, ...)                                                                    \
  PURE T##N sin(T##N x);                                                                           \
  PURE T##N cos(T##N x);                                                                           \
  /* An infinity has no fraction; a zero keeps its sign; tiny negative x stay below one. */        \
  INLINE static T##N fractionAbove(T##N x, T##N whole) {                                           \
    T##N fraction = __builtin_elementwise_minnum(x - whole, (T##N)BELOW_ONE_##T);                  \
    T##N zero = __builtin_elementwise_copysign((T##N)0, x);                                        \
    fraction = x == 0 || __builtin_elementwise_abs(x) == (T)INFINITY ? zero : fraction;            \
    return x == x ? fraction : x;                                                                  \
  }
FOR_FLOATING(VALUES)

#define DEFINE(N, T, I, U, SPACE, ...)                                                             \
  OVERLOAD T##N fract(T##N x, SPACE T##N *whole) {                                                 \
    T##N floor = __builtin_elementwise_floor(x);                                                   \
    *whole = floor;                                                                                \
    return fractionAbove(x, floor);                                                                \
  }                                                                                                \
  OVERLOAD T##N modf(T##N x, SPACE T##N *whole) {                                                  \
    T##N trunc = __builtin_elementwise_trunc(x);                                                   \
    *whole = trunc;                                                                                \
    T##N fraction = x == trunc ? (T##N)0 : x - trunc;                                              \
    return __builtin_elementwise_copysign(fraction, x);                                            \
  }                                                                                                \
  OVERLOAD T##N sincos(T##N x, SPACE T##N *cosine) {                                               \
    *cosine = cos(x);                                                                              \
    return sin(x);                                                                                 \
  }
FOR_FLOATING_AND_SPACES(DEFINE)
