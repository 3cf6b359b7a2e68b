// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_intel_bfloat16_conversions: a bfloat16 is the upper half of a float, as a ushort. To the nearest
// by adding half a unit of the last place, less a bit where the result would be odd: a carry goes
// into the exponent, up to infinity. A NaN stays one, and quiet.
#include "overloads.h"

#define CONVERSIONS(N, ...)                                                                        \
  PURE ushort##N CONCAT(intel_convert_bfloat16, N##_as_ushort##N)(float##N x) {                    \
    uint##N bits = as_uint##N(x);                                                                  \
    uint##N rounded = bits + 0x7fff + (bits >> 16 & 1);                                            \
    uint##N quiet = bits | 0x400000;                                                               \
    uint##N result = (bits & 0x7fffffff) > 0x7f800000 ? quiet : rounded;                           \
    return __builtin_convertvector(result >> 16, ushort##N);                                       \
  }                                                                                                \
  PURE float##N CONCAT(intel_convert_as_bfloat16, N##_float##N)(ushort##N x) {                     \
    return as_float##N(__builtin_convertvector(x, uint##N) << 16);                                 \
  }
FOR_VECTOR_WIDTHS(CONVERSIONS)

PURE ushort intel_convert_bfloat16_as_ushort(float x) {
  uint bits = as_uint(x);
  uint rounded = bits + 0x7fff + (bits >> 16 & 1);
  return (ushort)(((bits & 0x7fffffff) > 0x7f800000 ? bits | 0x400000 : rounded) >> 16);
}
PURE float intel_convert_as_bfloat16_float(ushort x) { return as_float((uint)x << 16); }
