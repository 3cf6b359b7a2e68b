// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_intel_split_work_group_barrier. "Arriving at a split barrier will effectively be a release
// memory fence and waiting on a barrier will effectively be an acquire memory fence". The thread of
// a work-group has nothing else to do between the halves, so the second is where all wait: what came
// before the first came before it, too, and both are met by all work-items or by none.
#include "overloads.h"

OVERLOAD __attribute__((convergent)) void work_group_barrier(cl_mem_fence_flags flags,
                                                             memory_scope scope);

INLINE void intel_work_group_barrier_arrive(cl_mem_fence_flags flags, memory_scope scope) {
  __atomic_thread_fence(__ATOMIC_RELEASE);
}
INLINE void intel_work_group_barrier_arrive(cl_mem_fence_flags flags) {
  __atomic_thread_fence(__ATOMIC_RELEASE);
}

INLINE __attribute__((convergent)) void intel_work_group_barrier_wait(cl_mem_fence_flags flags,
                                                                      memory_scope scope) {
  work_group_barrier(flags, scope);
  __atomic_thread_fence(__ATOMIC_ACQUIRE);
}
INLINE __attribute__((convergent)) void intel_work_group_barrier_wait(cl_mem_fence_flags flags) {
  intel_work_group_barrier_wait(flags, memory_scope_work_group);
}
