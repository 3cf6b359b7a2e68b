// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_khr_extended_async_copies and cl_khr_async_work_group_copy_fence, of which Clang's table of
// built-in functions has none. Programs that name such a function get this header
// (src/compiler/frontend/opencl_c/own_headers.cpp).
#define __WEFT_F __attribute__((overloadable))
#define __WEFT_COPIES(TO, FROM)                                                                    \
  event_t __WEFT_F async_work_group_copy_2D2D(TO void *, size_t, const FROM void *, size_t,        \
                                              size_t, size_t, size_t, size_t, size_t, event_t);    \
  event_t __WEFT_F async_work_group_copy_3D3D(TO void *, size_t, const FROM void *, size_t,        \
                                              size_t, size_t, size_t, size_t, size_t, size_t,      \
                                              size_t, size_t, event_t);
__WEFT_COPIES(__local, __global)
__WEFT_COPIES(__global, __local)
void __attribute__((overloadable, convergent)) async_work_group_copy_fence(cl_mem_fence_flags);
#undef __WEFT_COPIES
#undef __WEFT_F
