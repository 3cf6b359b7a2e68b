// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// shuffle2: elements of one vector that is both after each other. libclc's chooses among all of
// them for each element of the result, which stays a function of 16 branches where the mask is
// known.
#include "overloads.h"

#define FIRST_4 0, 1, 2, 3
#define FIRST_8 FIRST_4, 4, 5, 6, 7
#define FIRST_16 FIRST_8, 8, 9, 10, 11, 12, 13, 14, 15
#define FIRST_32 FIRST_16, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31

#define DEFINE(T, U, FROM, BOTH, TO)                                                               \
  PURE T##TO shuffle2(T##FROM a, T##FROM b, U##TO mask) {                                          \
    typedef T Both __attribute__((ext_vector_type(BOTH)));                                         \
    const Both both = __builtin_shufflevector(a, b, FIRST_##BOTH);                                 \
    const U##TO from = mask & (U)(BOTH - 1);                                                       \
    T##TO result;                                                                                  \
    _Pragma("unroll") for (int i = 0; i < TO; ++i) result[i] = both[from[i]];                      \
    return result;                                                                                 \
  }
#define EACH_FROM(T, U, TO)                                                                        \
  DEFINE(T, U, 2, 4, TO) DEFINE(T, U, 4, 8, TO) DEFINE(T, U, 8, 16, TO) DEFINE(T, U, 16, 32, TO)
#define EACH(T, U) EACH_FROM(T, U, 2) EACH_FROM(T, U, 4) EACH_FROM(T, U, 8) EACH_FROM(T, U, 16)

EACH(char, uchar)
EACH(uchar, uchar)
EACH(short, ushort)
EACH(ushort, ushort)
EACH(int, uint)
EACH(uint, uint)
EACH(long, ulong)
EACH(ulong, ulong)
EACH(float, uint)
EACH(double, ulong)
