// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_intel_split_work_group_barrier, of which Clang's table of built-in functions has nothing.
// Programs that name such a function get this header
// (src/compiler/frontend/opencl_c/own_headers.cpp).
#define __WEFT_F void __attribute__((overloadable, convergent))
__WEFT_F intel_work_group_barrier_arrive(cl_mem_fence_flags);
__WEFT_F intel_work_group_barrier_wait(cl_mem_fence_flags);
#if __OPENCL_C_VERSION__ >= 200 || defined(__OPENCL_CPP_VERSION__)
__WEFT_F intel_work_group_barrier_arrive(cl_mem_fence_flags, memory_scope);
__WEFT_F intel_work_group_barrier_wait(cl_mem_fence_flags, memory_scope);
#endif
#undef __WEFT_F
