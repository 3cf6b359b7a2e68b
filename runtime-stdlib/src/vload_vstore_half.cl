// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// vload_half, vstore_half and their aligned forms. Conversions to the nearest are LLVM's own, which
// F16C has as instructions; the directed roundings correct that result by one unit in the last
// place where it lies on the wrong side of the value.
#include "overloads.h"

// The aligned forms of three elements are laid out as four.
#define STRIDE_ 1
#define STRIDE_2 2
#define STRIDE_3 3
#define STRIDE_4 4
#define STRIDE_8 8
#define STRIDE_16 16
#define ALIGNED_STRIDE_ 1
#define ALIGNED_STRIDE_2 2
#define ALIGNED_STRIDE_3 4
#define ALIGNED_STRIDE_4 4
#define ALIGNED_STRIDE_8 8
#define ALIGNED_STRIDE_16 16

// One unit away from zero, or towards it: half is sign and magnitude.
#define ROUNDINGS(T)                                                                               \
  INLINE static half toHalf(T x) { return (half)x; }                                               \
  INLINE static half toHalf_rte(T x) { return (half)x; }                                           \
  INLINE static half toHalf_rtz(T x) {                                                             \
    half nearest = (half)x;                                                                        \
    T back = (T)nearest;                                                                           \
    bool away = __builtin_elementwise_abs(back) > __builtin_elementwise_abs(x);                    \
    return as_half((ushort)(as_ushort(nearest) - (away ? 1 : 0)));                                 \
  }                                                                                                \
  INLINE static half toHalf_rtp(T x) {                                                             \
    half nearest = (half)x;                                                                        \
    bool below = (T)nearest < x;                                                                   \
    ushort bits = as_ushort(nearest);                                                              \
    return as_half((ushort)(bits + (below ? (bits & 0x8000 ? -1 : 1) : 0)));                       \
  }                                                                                                \
  INLINE static half toHalf_rtn(T x) {                                                             \
    half nearest = (half)x;                                                                        \
    bool above = (T)nearest > x;                                                                   \
    ushort bits = as_ushort(nearest);                                                              \
    return as_half((ushort)(bits + (above ? (bits & 0x8000 ? 1 : -1) : 0)));                       \
  }
ROUNDINGS(float)
ROUNDINGS(double)

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
    p += offset * STRIDE##N;                                                                       \
    _Pragma("unroll") for (int i = 0; i < N; ++i) p[i] = toHalf##ROUND(data[i]);                   \
  }
// To the nearest, whole vectors are converted at once.
#define STORE_NEAREST(SPACE, N, T, NAME, STRIDE, ROUND)                                            \
  OVERLOAD void NAME##N##ROUND(T##N data, size_t offset, SPACE half *p) {                          \
    typedef half##N Unaligned __attribute__((aligned(2)));                                         \
    *(SPACE Unaligned *)(p + offset * STRIDE##N) = __builtin_convertvector(data, half##N);         \
  }
#define STORES(T, NAME, STRIDE, ROUND, DEFINE)                                                     \
  FOR_WRITABLE_SPACES(STORE1, T, NAME, ROUND)                                                      \
  FOR_WRITABLE_SPACES(DEFINE, 2, T, NAME, STRIDE, ROUND)                                           \
  FOR_WRITABLE_SPACES(STORE, 3, T, NAME, STRIDE, ROUND)                                            \
  FOR_WRITABLE_SPACES(DEFINE, 4, T, NAME, STRIDE, ROUND)                                           \
  FOR_WRITABLE_SPACES(DEFINE, 8, T, NAME, STRIDE, ROUND)                                           \
  FOR_WRITABLE_SPACES(DEFINE, 16, T, NAME, STRIDE, ROUND)
#define ALL_STORES(T, NAME, STRIDE)                                                                \
  STORES(T, NAME, STRIDE, , STORE_NEAREST)                                                         \
  STORES(T, NAME, STRIDE, _rte, STORE_NEAREST)                                                     \
  STORES(T, NAME, STRIDE, _rtz, STORE)                                                             \
  STORES(T, NAME, STRIDE, _rtp, STORE)                                                             \
  STORES(T, NAME, STRIDE, _rtn, STORE)
ALL_STORES(float, vstore_half, STRIDE_)
ALL_STORES(double, vstore_half, STRIDE_)
ALL_STORES(float, vstorea_half, ALIGNED_STRIDE_)
ALL_STORES(double, vstorea_half, ALIGNED_STRIDE_)
