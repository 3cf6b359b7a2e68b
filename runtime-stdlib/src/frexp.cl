// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// frexp: the mantissa in [0.5, 1) and the power of two. Subnormal numbers are made normal first by
// an exact multiplication. Zeros, infinities and NaNs come back as they are, with exponent 0.
#include "math_types.h"

#define SCALE_BITS 64
#define SCALE_float 0x1p64f
#define SCALE_double 0x1p64
#define HALF_BITS_float 0x3f000000
#define HALF_BITS_double 0x3fe0000000000000

#define DEFINE(N, T, I, U, SPACE, ...)                                                             \
  OVERLOAD T##N frexp(T##N x, SPACE int##N *exponent) {                                            \
    T##N magnitude = __builtin_elementwise_abs(x);                                                 \
    T##N scaled = magnitude < SMALLEST_NORMAL_##T ? x * SCALE_##T : x;                             \
    I##N scale = magnitude < SMALLEST_NORMAL_##T ? (I##N)SCALE_BITS : (I##N)0;                     \
    I##N bits = as_##I##N(scaled);                                                                 \
    I##N power = ((bits & EXPONENT_MASK_##T) >> MANTISSA_BITS_##T) - (EXPONENT_BIAS_##T - 1);      \
    T##N mantissa = as_##T##N((bits & ~(I##N)EXPONENT_MASK_##T) | (I##N)HALF_BITS_##T);            \
    U##N distance = as_##U##N(magnitude) - (U##N)1;                                                \
    *exponent = toInt(distance < (U##N)(EXPONENT_MASK_##T - 1) ? power - scale : (I##N)0);         \
    return distance < (U##N)(EXPONENT_MASK_##T - 1) ? mantissa : x;                                \
  }
FOR_FLOATING_AND_SPACES(DEFINE)
