// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// vloadn, vstoren. The pointer is aligned as the element is, not as the vector (OpenCL C, "Vector
// Data Load and Store Functions"); three elements must not touch a fourth.
#include "overloads.h"

#define LOAD(SPACE, N, T)                                                                          \
  OVERLOAD __attribute__((pure)) T##N vload##N(size_t offset, const SPACE T *p) {                  \
    typedef T##N Unaligned __attribute__((aligned(sizeof(T))));                                    \
    return *(const SPACE Unaligned *)(p + offset * N);                                             \
  }
#define STORE(SPACE, N, T)                                                                         \
  OVERLOAD void vstore##N(T##N data, size_t offset, SPACE T *p) {                                  \
    typedef T##N Unaligned __attribute__((aligned(sizeof(T))));                                    \
    *(SPACE Unaligned *)(p + offset * N) = data;                                                   \
  }
#define LOAD3(SPACE, T, ...)                                                                       \
  OVERLOAD __attribute__((pure)) T##3 vload3(size_t offset, const SPACE T *p) {                    \
    p += offset * 3;                                                                               \
    return (T##3)(p[0], p[1], p[2]);                                                               \
  }
#define STORE3(SPACE, T, ...)                                                                      \
  OVERLOAD void vstore3(T##3 data, size_t offset, SPACE T *p) {                                    \
    p += offset * 3;                                                                               \
    p[0] = data.x;                                                                                 \
    p[1] = data.y;                                                                                 \
    p[2] = data.z;                                                                                 \
  }

#define DEFINE(T, ...)                                                                             \
  FOR_READABLE_SPACES(LOAD, 2, T)                                                                  \
  FOR_READABLE_SPACES(LOAD3, T)                                                                    \
  FOR_READABLE_SPACES(LOAD, 4, T)                                                                  \
  FOR_READABLE_SPACES(LOAD, 8, T)                                                                  \
  FOR_READABLE_SPACES(LOAD, 16, T)                                                                 \
  FOR_WRITABLE_SPACES(STORE, 2, T)                                                                 \
  FOR_WRITABLE_SPACES(STORE3, T)                                                                   \
  FOR_WRITABLE_SPACES(STORE, 4, T)                                                                 \
  FOR_WRITABLE_SPACES(STORE, 8, T)                                                                 \
  FOR_WRITABLE_SPACES(STORE, 16, T)
FOR_SCALARS(DEFINE)
