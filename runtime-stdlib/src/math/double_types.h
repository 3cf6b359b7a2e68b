// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Includes ALGORITHM for double and its vectors; see all_types.h.
#define T double
#define SIGNED long
#define UNSIGNED ulong
#define IS_FLOAT 0
#define K(x) x
#define MANTISSA MANTISSA_BITS_double
#define SIGN_BIT ((long)0x8000000000000000)
#define ONE_BITS 0x3ff0000000000000
#define INF_BITS 0x7ff0000000000000
#define LEAST_NORMAL 0x1p-1022
#define LEAST_NORMAL_BITS 0x0010000000000000
#define MAGIC 0x1.8p52
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
