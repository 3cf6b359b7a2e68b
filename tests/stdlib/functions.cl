// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One kernel per function, type and vector width, all with one signature, so that the test can run
// them by name. The test appends a line of functions.def.

#define CALLER(NAME, T, N, ...)                                                                    \
  kernel void call_##NAME##_##T##N(global const T *x, global const T *y, global const T *z,        \
                                   global const int *n, global T *result, global T *second,        \
                                   global int *whole) {                                            \
    size_t i = get_global_id(0);                                                                   \
    __VA_ARGS__                                                                                    \
  }
// vloadn for a width that may be one.
#define vload(i, p) (p)[i]
#define vstore(v, i, p) (p)[i] = (v)

#define UNARY_(NAME, T, N) CALLER(NAME, T, N, vstore##N(NAME(vload##N(i, x)), i, result);)
#define BINARY_(NAME, T, N)                                                                        \
  CALLER(NAME, T, N, vstore##N(NAME(vload##N(i, x), vload##N(i, y)), i, result);)
#define TERNARY_(NAME, T, N)                                                                       \
  CALLER(NAME, T, N, vstore##N(NAME(vload##N(i, x), vload##N(i, y), vload##N(i, z)), i, result);)
#define WITH_INT_(NAME, T, N)                                                                      \
  CALLER(NAME, T, N, vstore##N(NAME(vload##N(i, x), vload##N(i, n)), i, result);)
#define TO_INT_(NAME, T, N) CALLER(NAME, T, N, vstore##N(NAME(vload##N(i, x)), i, whole);)
#define SECOND_(NAME, T, N)                                                                        \
  CALLER(NAME, T, N, T##N other; vstore##N(NAME(vload##N(i, x), &other), i, result);               \
         vstore##N(other, i, second);)
#define SECOND_INT_(NAME, T, N)                                                                    \
  CALLER(NAME, T, N, int##N other; vstore##N(NAME(vload##N(i, x), &other), i, result);             \
         vstore##N(other, i, whole);)
#define BINARY_SECOND_INT_(NAME, T, N)                                                             \
  CALLER(NAME, T, N, int##N other;                                                                 \
         vstore##N(NAME(vload##N(i, x), vload##N(i, y), &other), i, result);                       \
         vstore##N(other, i, whole);)

#ifdef ALL_WIDTHS
#define FOR_WIDTHS(FORM, NAME, T)                                                                  \
  FORM(NAME, T, )                                                                                  \
  FORM(NAME, T, 2) FORM(NAME, T, 3) FORM(NAME, T, 4) FORM(NAME, T, 8) FORM(NAME, T, 16)
#else
#define FOR_WIDTHS(FORM, NAME, T) FORM(NAME, T, ) FORM(NAME, T, 4)
#endif
#ifdef HAS_HALF
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define FOR_HALF(FORM, NAME) FOR_WIDTHS(FORM, NAME, half)
#else
#define FOR_HALF(FORM, NAME)
#endif
#define FOR_TYPES(FORM, NAME)                                                                      \
  FOR_HALF(FORM, NAME) FOR_WIDTHS(FORM, NAME, float) FOR_WIDTHS(FORM, NAME, double)

#define UNARY(NAME, ...) FOR_TYPES(UNARY_, NAME)
#define BINARY(NAME, ...) FOR_TYPES(BINARY_, NAME)
#define TERNARY(NAME, ...) FOR_TYPES(TERNARY_, NAME)
#define WITH_INT(NAME, ...) FOR_TYPES(WITH_INT_, NAME)
#define TO_INT(NAME, ...) FOR_TYPES(TO_INT_, NAME)
#define SECOND(NAME, ...) FOR_TYPES(SECOND_, NAME)
#define SECOND_INT(NAME, ...) FOR_TYPES(SECOND_INT_, NAME)
#define BINARY_SECOND_INT(NAME, ...) FOR_TYPES(BINARY_SECOND_INT_, NAME)
#define FLOAT_UNARY(NAME, ...) FOR_WIDTHS(UNARY_, NAME, float)
#define FLOAT_BINARY(NAME, ...) FOR_WIDTHS(BINARY_, NAME, float)
