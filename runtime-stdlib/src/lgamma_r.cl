// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// lgamma_r: lgamma, which is the logarithm of the magnitude, and the sign of the gamma function.
#include "math_types.h"

#define VALUES(N, T, I, U, ...)                                                                    \
  PURE T##N lgamma(T##N x);                                                                        \
  /* Negative between -1 and 0, and so on by turns. The sign of a pole is the sign that the value  \
     has on the side of the zero's sign; at the other poles it has none, and 0 says so. */         \
  INLINE static int##N signOfGamma(T##N x) {                                                       \
    T##N floor = __builtin_elementwise_floor(x);                                                   \
    T##N halved = floor * (T)0.5;                                                                  \
    I##N odd = halved != __builtin_elementwise_floor(halved) ? (I##N) - 1 : (I##N)1;               \
    I##N zero = as_##I##N(x) < 0 ? (I##N) - 1 : (I##N)1;                                           \
    I##N sign = x < 0 ? (x == floor ? (I##N)0 : odd) : (I##N)1;                                    \
    return toInt(x == 0 ? zero : sign);                                                            \
  }
FOR_FLOATING(VALUES)

#define DEFINE(N, T, I, U, SPACE, ...)                                                             \
  OVERLOAD T##N lgamma_r(T##N x, SPACE int##N *sign) {                                             \
    *sign = signOfGamma(x);                                                                        \
    return lgamma(x);                                                                              \
  }
FOR_FLOATING_AND_SPACES(DEFINE)
