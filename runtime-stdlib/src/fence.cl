// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fences of one work-item. OpenCL C 3.0 ("Explicit Memory Fence Functions") defines mem_fence and
// its kin by atomic_work_item_fence, which is acquire-release in the scope of the work-group.
#include "overloads.h"

OVERLOAD void mem_fence(cl_mem_fence_flags flags) { __atomic_thread_fence(__ATOMIC_ACQ_REL); }
OVERLOAD void read_mem_fence(cl_mem_fence_flags flags) { __atomic_thread_fence(__ATOMIC_ACQUIRE); }
OVERLOAD void write_mem_fence(cl_mem_fence_flags flags) { __atomic_thread_fence(__ATOMIC_RELEASE); }

INLINE void atomic_work_item_fence(cl_mem_fence_flags flags, memory_order order,
                                   memory_scope scope) {
  switch (order) {
  case memory_order_relaxed:
    return;
  case memory_order_acquire:
    return __atomic_thread_fence(__ATOMIC_ACQUIRE);
  case memory_order_release:
    return __atomic_thread_fence(__ATOMIC_RELEASE);
  case memory_order_acq_rel:
    return __atomic_thread_fence(__ATOMIC_ACQ_REL);
  default:
    return __atomic_thread_fence(__ATOMIC_SEQ_CST);
  }
}
