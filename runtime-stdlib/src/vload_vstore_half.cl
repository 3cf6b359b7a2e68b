// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// vload_half, vstore_half and their aligned forms.
#include "half_rounding.h"

// In halves, from one vector to the next. The aligned forms of three elements are laid out as four.
// (STRIDE_ alone must not be a macro: it is pasted to a width after it was expanded.)
#define STRIDE_2 2
#define STRIDE_3 3
#define STRIDE_4 4
#define STRIDE_8 8
#define STRIDE_16 16
#define ALIGNED_STRIDE_2 2
#define ALIGNED_STRIDE_3 4
#define ALIGNED_STRIDE_4 4
#define ALIGNED_STRIDE_8 8
#define ALIGNED_STRIDE_16 16

#define LOAD(SPACE, N, NAME, STRIDE)                                                               \
  OVERLOAD __attribute__((pure)) float##N NAME##N(size_t offset, const SPACE half *p) {            \
    typedef half##N Unaligned __attribute__((aligned(2)));                                         \
    return __builtin_convertvector(*(const SPACE Unaligned *)(p + offset * STRIDE##N), float##N);  \
  }
#define LOAD1(SPACE, NAME)                                                                         \
  OVERLOAD __attribute__((pure)) float NAME(size_t offset, const SPACE half *p) {                  \
    return (float)p[offset];                                                                       \
  }
#define LOAD3(SPACE, NAME, STRIDE)                                                                 \
  OVERLOAD __attribute__((pure)) float3 NAME##3(size_t offset, const SPACE half *p) {              \
    p += offset * STRIDE##3;                                                                       \
    return (float3)((float)p[0], (float)p[1], (float)p[2]);                                        \
  }
#define LOADS(NAME, STRIDE)                                                                        \
  FOR_READABLE_SPACES(LOAD1, NAME)                                                                 \
  FOR_READABLE_SPACES(LOAD, 2, NAME, STRIDE)                                                       \
  FOR_READABLE_SPACES(LOAD3, NAME, STRIDE)                                                         \
  FOR_READABLE_SPACES(LOAD, 4, NAME, STRIDE)                                                       \
  FOR_READABLE_SPACES(LOAD, 8, NAME, STRIDE)                                                       \
  FOR_READABLE_SPACES(LOAD, 16, NAME, STRIDE)
LOADS(vload_half, STRIDE_)
LOADS(vloada_half, ALIGNED_STRIDE_)

#define STORE1(SPACE, T, NAME, ROUND)                                                              \
  OVERLOAD void NAME##ROUND(T data, size_t offset, SPACE half *p) {                                \
    p[offset] = toHalf##ROUND(data);                                                               \
  }
#define STORE(SPACE, N, T, NAME, STRIDE, ROUND)                                                    \
  OVERLOAD void NAME##N##ROUND(T##N data, size_t offset, SPACE half *p) {                          \
    typedef half##N Unaligned __attribute__((aligned(2)));                                         \
    *(SPACE Unaligned *)(p + offset * STRIDE##N) = toHalf##ROUND(data);                            \
  }
// Three must not touch a fourth.
#define STORE3(SPACE, T, NAME, STRIDE, ROUND)                                                      \
  OVERLOAD void NAME##3##ROUND(T##3 data, size_t offset, SPACE half *p) {                          \
    half3 rounded = toHalf##ROUND(data);                                                           \
    p += offset * STRIDE##3;                                                                       \
    p[0] = rounded.x;                                                                              \
    p[1] = rounded.y;                                                                              \
    p[2] = rounded.z;                                                                              \
  }
#define STORES(T, NAME, STRIDE, ROUND)                                                             \
  FOR_WRITABLE_SPACES(STORE1, T, NAME, ROUND)                                                      \
  FOR_WRITABLE_SPACES(STORE, 2, T, NAME, STRIDE, ROUND)                                            \
  FOR_WRITABLE_SPACES(STORE3, T, NAME, STRIDE, ROUND)                                              \
  FOR_WRITABLE_SPACES(STORE, 4, T, NAME, STRIDE, ROUND)                                            \
  FOR_WRITABLE_SPACES(STORE, 8, T, NAME, STRIDE, ROUND)                                            \
  FOR_WRITABLE_SPACES(STORE, 16, T, NAME, STRIDE, ROUND)
#define ALL_STORES(T, NAME, STRIDE)                                                                \
  STORES(T, NAME, STRIDE, )                                                                        \
  STORES(T, NAME, STRIDE, _rte)                                                                    \
  STORES(T, NAME, STRIDE, _rtz)                                                                    \
  STORES(T, NAME, STRIDE, _rtp)                                                                    \
  STORES(T, NAME, STRIDE, _rtn)
ALL_STORES(float, vstore_half, STRIDE_)
ALL_STORES(double, vstore_half, STRIDE_)
ALL_STORES(float, vstorea_half, ALIGNED_STRIDE_)
ALL_STORES(double, vstorea_half, ALIGNED_STRIDE_)
