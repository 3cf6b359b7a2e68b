// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Work-group collective functions (OpenCL C 3.0, 6.15.16; cl_khr_work_group_uniform_arithmetic).
// Every work-item puts its value into an array of the group, the first one goes over the array, in
// vectors, between two barriers, and all read what it made:
//
//   values[item] = x;   barrier;   if (item == 0) *result = sum of values;   barrier;   *result
//
// Work-items write their own element alone where others have yet to read theirs, and the result is
// written between the barriers alone, so that calls may follow each other without a third one. This
// takes an array for each size of elements: in one of another size a work-item's own element has
// bytes of the elements of others. The order of the sums does not depend on how the compiler runs a
// group's work-items.
#include "overloads.h"

// passes/lowering/group_memory.cpp says where these are.
// 16 bytes per work-item, for a multiple of 128 work-items.
__attribute__((const)) __local void *__weft_group_values(void);
// Two times 8 bytes: a result of all values, and a value to hand round.
__attribute__((const)) __local ulong *__weft_group_results(void);

PURE size_t get_local_id(uint dimension);
PURE size_t get_local_size(uint dimension);
PURE size_t get_local_linear_id(void);
OVERLOAD __attribute__((convergent)) void barrier(cl_mem_fence_flags flags);

#define COLLECTIVE INLINE __attribute__((convergent))
#define HELPER OVERLOAD __attribute__((noinline))

INLINE static size_t items(void) {
  return get_local_size(0) * get_local_size(1) * get_local_size(2);
}

#define LANES 16

// The array of elements of this size, in the order of linear local ids, as long as vectors of LANES
// elements need: those of 8 bytes come first, then those of 4, then those of 2.
INLINE static __local void *values_of(size_t bytes) {
  size_t padded = (items() + LANES - 1) / LANES * LANES;
  return (__local char *)__weft_group_values() + padded * (16 - 2 * bytes);
}

#define ADD(a, b) ((a) + (b))
#define MIN(a, b) ((b) < (a) ? (b) : (a))
#define MAX(a, b) ((a) < (b) ? (b) : (a))
#define MUL(a, b) ((a) * (b))
#define AND(a, b) ((a) & (b))
#define OR(a, b) ((a) | (b))
#define XOR(a, b) ((a) ^ (b))

// Values of the lanes that many places before, and NONE ahead of the first.
#define BEFORE1(none, v)                                                                           \
  __builtin_shufflevector(none, v, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30)
#define BEFORE2(none, v)                                                                           \
  __builtin_shufflevector(none, v, 0, 1, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29)
#define BEFORE4(none, v)                                                                           \
  __builtin_shufflevector(none, v, 0, 1, 2, 3, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27)
#define BEFORE8(none, v)                                                                           \
  __builtin_shufflevector(none, v, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23)

// LANES values, of which the first `count` are there.
#define DEFINE_FIRST(T, MASK)                                                                      \
  INLINE static T##16 first(T##16 v, T##16 none, size_t count) {                                   \
    const MASK##16 lane = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};                  \
    return count < LANES ? (T##16)(lane < (MASK##16)((MASK)count) ? v : none) : v;                 \
  }
DEFINE_FIRST(half, short)
DEFINE_FIRST(float, int)
DEFINE_FIRST(double, long)
DEFINE_FIRST(int, int)
DEFINE_FIRST(uint, int)
DEFINE_FIRST(long, long)
DEFINE_FIRST(ulong, long)

// Of one pass over the array, by the group's first work-item.
#define DEFINE_PASSES(T, NAME, OP, NONE)                                                           \
  HELPER __attribute__((pure)) T __weft_group_reduce_##NAME(const __local T##16 * values,          \
                                                            size_t count) {                        \
    T##16 none = (T##16)(NONE), sum = none;                                                        \
    for (size_t i = 0; i < count; i += LANES)                                                      \
      sum = OP(sum, first(values[i / LANES], none, count - i));                                    \
    T##8 sum8 = OP(sum.lo, sum.hi);                                                                \
    T##4 sum4 = OP(sum8.lo, sum8.hi);                                                              \
    T##2 sum2 = OP(sum4.lo, sum4.hi);                                                              \
    return OP(sum2.lo, sum2.hi);                                                                   \
  }                                                                                                \
  HELPER void __weft_group_scan_##NAME(__local T##16 * values, size_t count, bool exclusive) {     \
    T##16 none = (T##16)(NONE);                                                                    \
    T before = NONE;                                                                               \
    for (size_t i = 0; i < count; i += LANES) {                                                    \
      T##16 sum = values[i / LANES];                                                               \
      sum = OP(BEFORE1(none, sum), sum);                                                           \
      sum = OP(BEFORE2(none, sum), sum);                                                           \
      sum = OP(BEFORE4(none, sum), sum);                                                           \
      sum = OP(BEFORE8(none, sum), sum);                                                           \
      values[i / LANES] = OP((T##16)(before), exclusive ? BEFORE1(none, sum) : sum);               \
      before = OP(before, sum.sf);                                                                 \
    }                                                                                              \
  }

#define DEFINE_REDUCE(T, NAME)                                                                     \
  COLLECTIVE T work_group_reduce_##NAME(T x) {                                                     \
    __local T *values = values_of(sizeof(T)), *result = (__local T *)__weft_group_results();       \
    values[get_local_linear_id()] = x;                                                             \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                  \
    if (get_local_linear_id() == 0)                                                                \
      *result = __weft_group_reduce_##NAME((const __local T##16 *)values, items());                \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                  \
    return *result;                                                                                \
  }
#define DEFINE_SCAN(T, NAME, KIND, EXCLUSIVE)                                                      \
  COLLECTIVE T work_group_scan_##KIND##_##NAME(T x) {                                              \
    __local T *values = values_of(sizeof(T));                                                      \
    values[get_local_linear_id()] = x;                                                             \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                  \
    if (get_local_linear_id() == 0)                                                                \
      __weft_group_scan_##NAME((__local T##16 *)values, items(), EXCLUSIVE);                       \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                  \
    return values[get_local_linear_id()];                                                          \
  }
#define DEFINE_OPERATION(T, NAME, OP, NONE)                                                        \
  DEFINE_PASSES(T, NAME, OP, NONE)                                                                 \
  DEFINE_REDUCE(T, NAME)                                                                           \
  DEFINE_SCAN(T, NAME, inclusive, false)                                                           \
  DEFINE_SCAN(T, NAME, exclusive, true)

// The work-item that is asked for hands its value round; none does if there is no such work-item.
#define DEFINE_BROADCAST(T, PARAMS, X, Y, Z)                                                       \
  COLLECTIVE T work_group_broadcast PARAMS {                                                       \
    __local T *handed = (__local T *)(__weft_group_results() + 1);                                 \
    if (get_local_id(0) == X && get_local_id(1) == Y && get_local_id(2) == Z)                      \
      *handed = value;                                                                             \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                  \
    T result = *handed;                                                                            \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                  \
    return result;                                                                                 \
  }

#define DEFINE(T, LEAST, MOST)                                                                     \
  DEFINE_OPERATION(T, add, ADD, 0)                                                                 \
  DEFINE_OPERATION(T, min, MIN, MOST)                                                              \
  DEFINE_OPERATION(T, max, MAX, LEAST)                                                             \
  DEFINE_OPERATION(T, mul, MUL, 1)                                                                 \
  DEFINE_BROADCAST(T, (T value, size_t x), x, 0, 0)                                                \
  DEFINE_BROADCAST(T, (T value, size_t x, size_t y), x, y, 0)                                      \
  DEFINE_BROADCAST(T, (T value, size_t x, size_t y, size_t z), x, y, z)
DEFINE(half, (half)-INFINITY, (half)INFINITY)
DEFINE(float, -INFINITY, INFINITY)
DEFINE(double, -(double)INFINITY, (double)INFINITY)
DEFINE(int, INT_MIN, INT_MAX)
DEFINE(uint, 0, UINT_MAX)
DEFINE(long, LONG_MIN, LONG_MAX)
DEFINE(ulong, 0, ULONG_MAX)

#define DEFINE_BITS(T)                                                                             \
  DEFINE_OPERATION(T, and, AND, ~(T)0)                                                             \
  DEFINE_OPERATION(T, or, OR, 0)                                                                   \
  DEFINE_OPERATION(T, xor, XOR, 0)
DEFINE_BITS(int)
DEFINE_BITS(uint)
DEFINE_BITS(long)
DEFINE_BITS(ulong)

#define DEFINE_LOGICAL(KIND, OP)                                                                   \
  COLLECTIVE int work_group_##KIND##_logical_##OP(int predicate) {                                 \
    return work_group_##KIND##_##OP((uint)(predicate != 0)) != 0;                                  \
  }
#define DEFINE_LOGICAL_OF(OP)                                                                      \
  DEFINE_LOGICAL(reduce, OP)                                                                       \
  DEFINE_LOGICAL(scan_inclusive, OP)                                                               \
  DEFINE_LOGICAL(scan_exclusive, OP)
DEFINE_LOGICAL_OF(and)
DEFINE_LOGICAL_OF(or)
DEFINE_LOGICAL_OF(xor)

COLLECTIVE int work_group_all(int predicate) {
  return work_group_reduce_min((uint)(predicate != 0));
}
COLLECTIVE int work_group_any(int predicate) {
  return work_group_reduce_max((uint)(predicate != 0));
}
