// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What math_bench measures: each function on the widest vectors, over an array.
#define CALLER(NAME, T, ...)                                                                       \
  void bench_##NAME##_##T(const T *x, const T *y, T *result, int count) {                          \
    for (int i = 0; i < count; ++i)                                                                \
      result[i] = __VA_ARGS__;                                                                     \
  }
#define UNARY(NAME, ...) CALLER(NAME, float16, NAME(x[i])) CALLER(NAME, double8, NAME(x[i]))
#define BINARY(NAME, ...)                                                                          \
  CALLER(NAME, float16, NAME(x[i], y[i])) CALLER(NAME, double8, NAME(x[i], y[i]))
#define FLOAT_UNARY(NAME, ...) CALLER(NAME, float16, NAME(x[i]))
#include "functions.def"
CALLER(fma, float16, fma(x[i], y[i], x[i]))
CALLER(fma, double8, fma(x[i], y[i], x[i]))
// What the array alone costs.
CALLER(copy, float16, x[i])
CALLER(copy, double8, x[i])
