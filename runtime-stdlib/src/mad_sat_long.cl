// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// mad_sat for long, by the product's 128 bits; libclc's saturates where a product of zero is added
// to.
#include "overloads.h"

#define DEFINE(N, ...)                                                                             \
  PURE long##N mul_hi(long##N a, long##N b);                                                       \
  PURE long##N mad_sat(long##N a, long##N b, long##N c) {                                          \
    ulong##N product = __builtin_astype(a, ulong##N) * __builtin_astype(b, ulong##N);              \
    ulong##N low = product + __builtin_astype(c, ulong##N);                                        \
    long##N carry = low < product ? (long##N)1 : (long##N)0;                                       \
    long##N high = mul_hi(a, b) + (c >> 63) + carry;                                               \
    long##N result = __builtin_astype(low, long##N);                                               \
    long##N limit = high < 0 ? (long##N)LONG_MIN : (long##N)LONG_MAX;                              \
    return high == result >> 63 ? result : limit;                                                  \
  }
FOR_WIDTHS(DEFINE)
