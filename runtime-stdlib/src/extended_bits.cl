// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_khr_extended_bit_ops: bitfield_insert, bitfield_extract_signed, bitfield_extract_unsigned,
// bit_reverse. A field that does not lie within the number gives what it may; one of no bits
// inserts nothing and extracts zero.
#include "overloads.h"

// What a shift takes as its count is modulo the type's size, so an empty field is a case of its
// own.
#define DEFINE(N, T, U, S)                                                                         \
  PURE T##N bitfield_insert(T##N base, T##N insert, uint offset, uint count) {                     \
    U ones = count ? (U)((U) ~(U)0 >> (sizeof(T) * 8 - count)) : (U)0;                             \
    U##N mask = (U##N)(U)(ones << offset);                                                         \
    U##N in = __builtin_astype(insert, U##N) << (U##N)(U)offset;                                   \
    U##N all = (__builtin_astype(base, U##N) & ~mask) | (in & mask);                               \
    return __builtin_astype(all, T##N);                                                            \
  }                                                                                                \
  PURE S##N bitfield_extract_signed(T##N base, uint offset, uint count) {                          \
    S##N high = __builtin_astype(base, S##N) << (S##N)(S)(sizeof(T) * 8 - offset - count);         \
    return count ? (S##N)(high >> (S##N)(S)(sizeof(T) * 8 - count)) : (S##N)0;                     \
  }                                                                                                \
  PURE U##N bitfield_extract_unsigned(T##N base, uint offset, uint count) {                        \
    U##N high = __builtin_astype(base, U##N) << (U##N)(U)(sizeof(T) * 8 - offset - count);         \
    return count ? (U##N)(high >> (U##N)(U)(sizeof(T) * 8 - count)) : (U##N)0;                     \
  }                                                                                                \
  PURE T##N bit_reverse(T##N base) { return __builtin_elementwise_bitreverse(base); }
#define BOTH(S, U)                                                                                 \
  FOR_WIDTHS(DEFINE, S, U, S)                                                                      \
  FOR_WIDTHS(DEFINE, U, U, S)
BOTH(char, uchar)
BOTH(short, ushort)
BOTH(int, uint)
BOTH(long, ulong)
