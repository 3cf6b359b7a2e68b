// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Includes ALGORITHM for float and its vectors; see all_types.h.
#define T float
#define SIGNED int
#define UNSIGNED uint
#define IS_FLOAT 1
#define K(x) x##f
#define MANTISSA MANTISSA_BITS_float
#define SIGN_BIT ((int)0x80000000)
#define ONE_BITS 0x3f800000
#define INF_BITS 0x7f800000
#define LEAST_NORMAL 0x1p-126f
#define LEAST_NORMAL_BITS 0x00800000
#define MAGIC 0x1.8p23f
#include "one_type.h"
#undef T
#undef SIGNED
#undef UNSIGNED
#undef IS_FLOAT
#undef K
#undef MANTISSA
#undef SIGN_BIT
#undef ONE_BITS
#undef INF_BITS
#undef LEAST_NORMAL
#undef LEAST_NORMAL_BITS
#undef MAGIC
