// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// async_work_group_copy, its strided, two- and three-dimensional forms, wait_group_events,
// async_work_group_copy_fence, prefetch. Every work-item copies its share at once, so waiting is
// meeting at a barrier. An event stands for nothing: the one that came in goes out.
#include "overloads.h"

PURE size_t get_local_id(uint dimension);
PURE size_t get_local_size(uint dimension);
OVERLOAD __attribute__((convergent)) void barrier(cl_mem_fence_flags flags);

// What one work-item copies: elements `first`, `first + step`, ...
INLINE static size_t firstElement(void) {
  return (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) +
         get_local_id(0);
}
INLINE static size_t elementStep(void) {
  return get_local_size(0) * get_local_size(1) * get_local_size(2);
}

#define COPY(N, T, TO, FROM)                                                                       \
  INLINE event_t async_work_group_copy(TO T##N *target, const FROM T##N *source, size_t count,     \
                                       event_t event) {                                            \
    size_t step = elementStep();                                                                   \
    for (size_t i = firstElement(); i < count; i += step)                                          \
      target[i] = source[i];                                                                       \
    return event;                                                                                  \
  }
// The stride is that of the global side; the local side is dense.
#define GATHER(N, T, ...)                                                                          \
  INLINE event_t async_work_group_strided_copy(__local T##N *target, const __global T##N *source,  \
                                               size_t count, size_t stride, event_t event) {       \
    size_t step = elementStep();                                                                   \
    for (size_t i = firstElement(); i < count; i += step)                                          \
      target[i] = source[i * stride];                                                              \
    return event;                                                                                  \
  }
#define SCATTER(N, T, ...)                                                                         \
  INLINE event_t async_work_group_strided_copy(__global T##N *target, const __local T##N *source,  \
                                               size_t count, size_t stride, event_t event) {       \
    size_t step = elementStep();                                                                   \
    for (size_t i = firstElement(); i < count; i += step)                                          \
      target[i * stride] = source[i];                                                              \
    return event;                                                                                  \
  }
// A hint; the hardware's prefetchers know better than a loop over `count` elements would.
#define PREFETCH(N, T, ...)                                                                        \
  OVERLOAD void prefetch(const __global T##N *p, size_t count) {}

#define DEFINE(T, ...)                                                                             \
  FOR_WIDTHS(COPY, T, __local, __global)                                                           \
  FOR_WIDTHS(COPY, T, __global, __local)                                                           \
  FOR_WIDTHS(GATHER, T)                                                                            \
  FOR_WIDTHS(SCATTER, T)                                                                           \
  FOR_WIDTHS(PREFETCH, T)
FOR_SCALARS(DEFINE)

#define WAIT(SPACE, ...)                                                                           \
  INLINE void wait_group_events(int count, SPACE event_t *events) {                                \
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);                                           \
  }
WAIT(__private)
WAIT(__generic)

// cl_khr_extended_async_copies. Elements of a line lie side by side on both sides, whatever their
// size, so a line is as many bytes, of which neighbours copy neighbours. Lengths and areas count
// elements.
#define COPY_PLANES(TO, FROM)                                                                      \
  INLINE event_t async_work_group_copy_3D3D(                                                       \
      TO void *target, size_t target_offset, const FROM void *source, size_t source_offset,        \
      size_t bytes, size_t elements, size_t lines, size_t planes, size_t source_line,              \
      size_t source_plane, size_t target_line, size_t target_plane, event_t event) {               \
    size_t step = elementStep();                                                                   \
    for (size_t z = 0; z < planes; ++z)                                                            \
      for (size_t y = 0; y < lines; ++y) {                                                         \
        TO uchar *to =                                                                             \
            (TO uchar *)target + (target_offset + z * target_plane + y * target_line) * bytes;     \
        const FROM uchar *from = (const FROM uchar *)source +                                      \
                                 (source_offset + z * source_plane + y * source_line) * bytes;     \
        for (size_t i = firstElement(); i < elements * bytes; i += step)                           \
          to[i] = from[i];                                                                         \
      }                                                                                            \
    return event;                                                                                  \
  }                                                                                                \
  INLINE event_t async_work_group_copy_2D2D(                                                       \
      TO void *target, size_t target_offset, const FROM void *source, size_t source_offset,        \
      size_t bytes, size_t elements, size_t lines, size_t source_line, size_t target_line,         \
      event_t event) {                                                                             \
    return async_work_group_copy_3D3D(target, target_offset, source, source_offset, bytes,         \
                                      elements, lines, 1, source_line, 0, target_line, 0, event);  \
  }
COPY_PLANES(__local, __global)
COPY_PLANES(__global, __local)

// "Every async copy preceding [it] must happen-before every async copy following the fence."
INLINE __attribute__((convergent)) void async_work_group_copy_fence(cl_mem_fence_flags flags) {
  barrier(flags);
}
