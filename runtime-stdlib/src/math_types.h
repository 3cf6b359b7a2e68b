// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lists of types for mathematical functions, and facts about the two formats.
#ifndef WEFT_STDLIB_MATH_TYPES_H
#define WEFT_STDLIB_MATH_TYPES_H

#include "overloads.h"

// M(width suffix, floating type, integer type of the same size, unsigned of the same size, ...)
#define FOR_FLOATS(M, ...) FOR_WIDTHS(M, float, int, uint, __VA_ARGS__)
#define FOR_DOUBLES(M, ...) FOR_WIDTHS(M, double, long, ulong, __VA_ARGS__)
#define FOR_FLOATING(M, ...) FOR_FLOATS(M, __VA_ARGS__) FOR_DOUBLES(M, __VA_ARGS__)

// The same with the address space in front of `...`: where a second result may be written to.
#define FOR_FLOATING_AND_SPACES(M)                                                                 \
  FOR_FLOATING(M, __private)                                                                       \
  FOR_FLOATING(M, __global)                                                                        \
  FOR_FLOATING(M, __local)                                                                         \
  FOR_FLOATING(M, __generic)

#define MANTISSA_BITS_float 23
#define MANTISSA_BITS_double 52
#define EXPONENT_BIAS_float 127
#define EXPONENT_BIAS_double 1023
#define EXPONENT_MASK_float 0x7f800000
#define EXPONENT_MASK_double 0x7ff0000000000000
#define SIGN_MASK_float 0x80000000u
#define SIGN_MASK_double 0x8000000000000000ul
#define SMALLEST_NORMAL_float 0x1p-126f
#define SMALLEST_NORMAL_double 0x1p-1022
// The largest number below one.
#define BELOW_ONE_float 0x1.fffffep-1f
#define BELOW_ONE_double 0x1.fffffffffffffp-1

// Integers of a double's size as int, for exponents.
INLINE static int toInt(int x) { return x; }
INLINE static int toInt(long x) { return (int)x; }
#define TO_INT(N, ...)                                                                             \
  INLINE static int##N toInt(int##N x) { return x; }                                               \
  INLINE static int##N toInt(long##N x) { return __builtin_convertvector(x, int##N); }
FOR_VECTOR_WIDTHS(TO_INT)
#undef TO_INT

#endif
