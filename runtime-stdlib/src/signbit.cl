// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// signbit of float and double; half's is in half_values.cl. libclc's of 8 and 16 elements take them
// one by one.
#include "overloads.h"

PURE int signbit(float x) { return as_int(x) < 0; }
PURE int signbit(double x) { return as_long(x) < 0; }
#define DEFINE(N, ...)                                                                             \
  PURE int##N signbit(float##N x) { return as_int##N(x) < 0; }                                     \
  PURE long##N signbit(double##N x) { return as_long##N(x) < 0; }
FOR_VECTOR_WIDTHS(DEFINE)
