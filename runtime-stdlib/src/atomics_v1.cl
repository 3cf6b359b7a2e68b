// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The atomic functions of OpenCL C 1.x: atomic_* for 32 bits, atom_* for 32 and 64. They order
// nothing but themselves ("relaxed").
#include "overloads.h"

#define FETCH(SPACE, T, NAME, OPERATION)                                                           \
  OVERLOAD T NAME(volatile SPACE T *p, T value) { return OPERATION(p, value, __ATOMIC_RELAXED); }
#define STEP(SPACE, T, NAME, OPERATION)                                                            \
  OVERLOAD T NAME(volatile SPACE T *p) { return OPERATION(p, (T)1, __ATOMIC_RELAXED); }
#define EXCHANGE(SPACE, T, NAME)                                                                   \
  OVERLOAD T NAME(volatile SPACE T *p, T value) {                                                  \
    return __atomic_exchange_n(p, value, __ATOMIC_RELAXED);                                        \
  }
#define COMPARE_EXCHANGE(SPACE, T, NAME)                                                           \
  OVERLOAD T NAME(volatile SPACE T *p, T expected, T desired) {                                    \
    __atomic_compare_exchange_n(p, &expected, desired, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED); \
    return expected;                                                                               \
  }

#define DEFINE(SPACE, T, PREFIX)                                                                   \
  FETCH(SPACE, T, PREFIX##_add, __atomic_fetch_add)                                                \
  FETCH(SPACE, T, PREFIX##_sub, __atomic_fetch_sub)                                                \
  FETCH(SPACE, T, PREFIX##_min, __atomic_fetch_min)                                                \
  FETCH(SPACE, T, PREFIX##_max, __atomic_fetch_max)                                                \
  FETCH(SPACE, T, PREFIX##_and, __atomic_fetch_and)                                                \
  FETCH(SPACE, T, PREFIX##_or, __atomic_fetch_or)                                                  \
  FETCH(SPACE, T, PREFIX##_xor, __atomic_fetch_xor)                                                \
  STEP(SPACE, T, PREFIX##_inc, __atomic_fetch_add)                                                 \
  STEP(SPACE, T, PREFIX##_dec, __atomic_fetch_sub)                                                 \
  EXCHANGE(SPACE, T, PREFIX##_xchg)                                                                \
  COMPARE_EXCHANGE(SPACE, T, PREFIX##_cmpxchg)

#define EXCHANGE_FLOAT(SPACE, ...)                                                                 \
  OVERLOAD float atomic_xchg(volatile SPACE float *p, float value) {                               \
    return as_float(                                                                               \
        __atomic_exchange_n((volatile SPACE uint *)p, as_uint(value), __ATOMIC_RELAXED));          \
  }

#define IN_SPACE(SPACE, ...)                                                                       \
  DEFINE(SPACE, int, atomic)                                                                       \
  DEFINE(SPACE, uint, atomic)                                                                      \
  DEFINE(SPACE, int, atom)                                                                         \
  DEFINE(SPACE, uint, atom)                                                                        \
  DEFINE(SPACE, long, atom)                                                                        \
  DEFINE(SPACE, ulong, atom)                                                                       \
  EXCHANGE_FLOAT(SPACE)
IN_SPACE(__global)
IN_SPACE(__local)
IN_SPACE(__generic)
