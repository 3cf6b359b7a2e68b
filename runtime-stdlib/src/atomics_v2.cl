// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The atomic functions of OpenCL C 2.0 and later. Each has a form that is sequentially consistent
// in the scope of the device, one with an order and one with order and scope. Scopes make no
// difference on a CPU. Orders are nearly always constants, and then nothing is left of the choice
// after inlining; so all of it is inlined.
#include "overloads.h"

#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable

#define FOR_OBJECT_SPACES(M, ...)                                                                  \
  M(__global, __VA_ARGS__) M(__local, __VA_ARGS__) M(__generic, __VA_ARGS__)

// Without `volatile`, which only widens what the functions take: LLVM leaves volatile accesses as
// they are, also where it could tell that a generic pointer leads to local memory.
#define OBJECT(SPACE, A, P) ((SPACE A *)(P))

#define INIT(SPACE, A, T)                                                                          \
  INLINE void atomic_init(volatile SPACE A *p, T value) {                                          \
    __opencl_atomic_init(OBJECT(SPACE, A, p), value);                                              \
  }
#define STORE(SPACE, A, T)                                                                         \
  INLINE void atomic_store_explicit(volatile SPACE A *p, T value, memory_order order,              \
                                    memory_scope scope) {                                          \
    __opencl_atomic_store(OBJECT(SPACE, A, p), value, order, memory_scope_device);                 \
  }                                                                                                \
  INLINE void atomic_store_explicit(volatile SPACE A *p, T value, memory_order order) {            \
    __opencl_atomic_store(OBJECT(SPACE, A, p), value, order, memory_scope_device);                 \
  }                                                                                                \
  INLINE void atomic_store(volatile SPACE A *p, T value) {                                         \
    __opencl_atomic_store(OBJECT(SPACE, A, p), value, memory_order_seq_cst, memory_scope_device);  \
  }
#define LOAD(SPACE, A, T)                                                                          \
  INLINE T atomic_load_explicit(volatile SPACE A *p, memory_order order, memory_scope scope) {     \
    return __opencl_atomic_load(OBJECT(SPACE, A, p), order, memory_scope_device);                  \
  }                                                                                                \
  INLINE T atomic_load_explicit(volatile SPACE A *p, memory_order order) {                         \
    return __opencl_atomic_load(OBJECT(SPACE, A, p), order, memory_scope_device);                  \
  }                                                                                                \
  INLINE T atomic_load(volatile SPACE A *p) {                                                      \
    return __opencl_atomic_load(OBJECT(SPACE, A, p), memory_order_seq_cst, memory_scope_device);   \
  }

// `O` is the operand's type, which differs from the value's for pointers as integers.
#define FETCH(SPACE, A, T, O, NAME, BUILTIN)                                                       \
  INLINE T NAME##_explicit(volatile SPACE A *p, O value, memory_order order, memory_scope scope) { \
    return BUILTIN(OBJECT(SPACE, A, p), value, order, memory_scope_device);                        \
  }                                                                                                \
  INLINE T NAME##_explicit(volatile SPACE A *p, O value, memory_order order) {                     \
    return BUILTIN(OBJECT(SPACE, A, p), value, order, memory_scope_device);                        \
  }                                                                                                \
  INLINE T NAME(volatile SPACE A *p, O value) {                                                    \
    return BUILTIN(OBJECT(SPACE, A, p), value, memory_order_seq_cst, memory_scope_device);         \
  }

#define COMPARE_EXCHANGE(EXPECTED, SPACE, A, T, STRENGTH)                                          \
  INLINE bool atomic_compare_exchange_##STRENGTH##_explicit(                                       \
      volatile SPACE A *p, EXPECTED T *expected, T desired, memory_order success,                  \
      memory_order failure, memory_scope scope) {                                                  \
    return __opencl_atomic_compare_exchange_##STRENGTH(OBJECT(SPACE, A, p), expected, desired,     \
                                                       success, failure, memory_scope_device);     \
  }                                                                                                \
  INLINE bool atomic_compare_exchange_##STRENGTH##_explicit(                                       \
      volatile SPACE A *p, EXPECTED T *expected, T desired, memory_order success,                  \
      memory_order failure) {                                                                      \
    return __opencl_atomic_compare_exchange_##STRENGTH(OBJECT(SPACE, A, p), expected, desired,     \
                                                       success, failure, memory_scope_device);     \
  }                                                                                                \
  INLINE bool atomic_compare_exchange_##STRENGTH(volatile SPACE A *p, EXPECTED T *expected,        \
                                                 T desired) {                                      \
    return __opencl_atomic_compare_exchange_##STRENGTH(OBJECT(SPACE, A, p), expected, desired,     \
                                                       memory_order_seq_cst, memory_order_seq_cst, \
                                                       memory_scope_device);                       \
  }

#define ANY(SPACE, A, T)                                                                           \
  INIT(SPACE, A, T)                                                                                \
  STORE(SPACE, A, T)                                                                               \
  LOAD(SPACE, A, T)                                                                                \
  FETCH(SPACE, A, T, T, atomic_exchange, __opencl_atomic_exchange)                                 \
  FOR_WRITABLE_SPACES(COMPARE_EXCHANGE, SPACE, A, T, strong)                                       \
  FOR_WRITABLE_SPACES(COMPARE_EXCHANGE, SPACE, A, T, weak)

#define ARITHMETIC(SPACE, A, T)                                                                    \
  FETCH(SPACE, A, T, T, atomic_fetch_add, __opencl_atomic_fetch_add)                               \
  FETCH(SPACE, A, T, T, atomic_fetch_sub, __opencl_atomic_fetch_sub)                               \
  FETCH(SPACE, A, T, T, atomic_fetch_min, __opencl_atomic_fetch_min)                               \
  FETCH(SPACE, A, T, T, atomic_fetch_max, __opencl_atomic_fetch_max)

#define FLOATING(SPACE, A, T) ANY(SPACE, A, T) ARITHMETIC(SPACE, A, T)

// cl_ext_float_atomics leaves out initialisation and comparison. Clang's table has the value of a
// store as an atomic_half, which is part of the functions' names.
#define HALF(SPACE)                                                                                \
  STORE(SPACE, atomic_half, atomic_half)                                                           \
  LOAD(SPACE, atomic_half, half)                                                                   \
  FETCH(SPACE, atomic_half, half, half, atomic_exchange, __opencl_atomic_exchange)                 \
  ARITHMETIC(SPACE, atomic_half, half)

#define INTEGER(SPACE, A, T)                                                                       \
  ANY(SPACE, A, T)                                                                                 \
  ARITHMETIC(SPACE, A, T)                                                                          \
  FETCH(SPACE, A, T, T, atomic_fetch_and, __opencl_atomic_fetch_and)                               \
  FETCH(SPACE, A, T, T, atomic_fetch_or, __opencl_atomic_fetch_or)                                 \
  FETCH(SPACE, A, T, T, atomic_fetch_xor, __opencl_atomic_fetch_xor)

// A flag is an atomic_int that is 0 or 1.
#define FLAG(SPACE)                                                                                \
  INLINE bool atomic_flag_test_and_set_explicit(volatile SPACE atomic_flag *p, memory_order order, \
                                                memory_scope scope) {                              \
    return __opencl_atomic_exchange(OBJECT(SPACE, atomic_flag, p), 1, order,                       \
                                    memory_scope_device) != 0;                                     \
  }                                                                                                \
  INLINE bool atomic_flag_test_and_set_explicit(volatile SPACE atomic_flag *p,                     \
                                                memory_order order) {                              \
    return __opencl_atomic_exchange(OBJECT(SPACE, atomic_flag, p), 1, order,                       \
                                    memory_scope_device) != 0;                                     \
  }                                                                                                \
  INLINE bool atomic_flag_test_and_set(volatile SPACE atomic_flag *p) {                            \
    return __opencl_atomic_exchange(OBJECT(SPACE, atomic_flag, p), 1, memory_order_seq_cst,        \
                                    memory_scope_device) != 0;                                     \
  }                                                                                                \
  INLINE void atomic_flag_clear_explicit(volatile SPACE atomic_flag *p, memory_order order,        \
                                         memory_scope scope) {                                     \
    __opencl_atomic_store(OBJECT(SPACE, atomic_flag, p), 0, order, memory_scope_device);           \
  }                                                                                                \
  INLINE void atomic_flag_clear_explicit(volatile SPACE atomic_flag *p, memory_order order) {      \
    __opencl_atomic_store(OBJECT(SPACE, atomic_flag, p), 0, order, memory_scope_device);           \
  }                                                                                                \
  INLINE void atomic_flag_clear(volatile SPACE atomic_flag *p) {                                   \
    __opencl_atomic_store(OBJECT(SPACE, atomic_flag, p), 0, memory_order_seq_cst,                  \
                          memory_scope_device);                                                    \
  }

#define IN_SPACE(SPACE, ...)                                                                       \
  INTEGER(SPACE, atomic_int, int)                                                                  \
  INTEGER(SPACE, atomic_uint, uint)                                                                \
  INTEGER(SPACE, atomic_long, long)                                                                \
  INTEGER(SPACE, atomic_ulong, ulong)                                                              \
  HALF(SPACE)                                                                                      \
  FLOATING(SPACE, atomic_float, float)                                                             \
  FLOATING(SPACE, atomic_double, double)                                                           \
  FETCH(SPACE, atomic_uintptr_t, uintptr_t, ptrdiff_t, atomic_fetch_add,                           \
        __opencl_atomic_fetch_add)                                                                 \
  FETCH(SPACE, atomic_uintptr_t, uintptr_t, ptrdiff_t, atomic_fetch_sub,                           \
        __opencl_atomic_fetch_sub)                                                                 \
  FLAG(SPACE)
FOR_OBJECT_SPACES(IN_SPACE)
