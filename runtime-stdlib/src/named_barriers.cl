// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Barriers for some of a work-group's sub-groups (SPIR-V's OpMemoryNamedBarrier; OpenCL C has no
// functions for it). The SPIR-V reader makes one variable for each OpNamedBarrierInitialize. A
// sub-group that waits spins, so the kernel runs on fibers (passes/pipeline.cpp).
#include "overloads.h"

typedef struct {
  uint num_sub_groups; // that the barrier is for
  atomic_uint arrived; // of them, since it was passed last
  atomic_uint passed;  // how often, modulo 2^32
} NamedBarrier;

PURE size_t get_local_linear_id(void);
PURE uint get_sub_group_local_id(void);
OVERLOAD __attribute__((convergent)) void barrier(cl_mem_fence_flags flags);
OVERLOAD __attribute__((convergent)) void sub_group_barrier(cl_mem_fence_flags flags);

#define COLLECTIVE __attribute__((always_inline, convergent))

// Called by all work-items of the group.
COLLECTIVE void __weft_named_barrier_initialize(local NamedBarrier *named, uint num_sub_groups) {
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_linear_id() == 0) {
    named->num_sub_groups = num_sub_groups;
    __opencl_atomic_store(&named->arrived, 0, memory_order_relaxed, memory_scope_work_group);
    __opencl_atomic_store(&named->passed, 0, memory_order_relaxed, memory_scope_work_group);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
}

// Called by all work-items of a sub-group.
COLLECTIVE void __weft_named_barrier(local NamedBarrier *named) {
  const cl_mem_fence_flags all = CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE;
  sub_group_barrier(all);
  if (get_sub_group_local_id() == 0) {
    const uint before =
        __opencl_atomic_load(&named->passed, memory_order_relaxed, memory_scope_work_group);
    if (__opencl_atomic_fetch_add(&named->arrived, 1, memory_order_acq_rel,
                                  memory_scope_work_group) +
            1 ==
        named->num_sub_groups) {
      __opencl_atomic_store(&named->arrived, 0, memory_order_relaxed, memory_scope_work_group);
      __opencl_atomic_store(&named->passed, before + 1, memory_order_release,
                            memory_scope_work_group);
    } else {
      while (__opencl_atomic_load(&named->passed, memory_order_acquire, memory_scope_work_group) ==
             before)
        ;
    }
  }
  sub_group_barrier(all);
}
