// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_khr_kernel_clock for OpenCL C before 2.0, where Clang's table does not have it. Programs that
// name such a function get this header (src/compiler/frontend/opencl_c/own_headers.cpp).
#define __WEFT_CLOCK(SCOPE)                                                                        \
  ulong __attribute__((overloadable)) clock_read_##SCOPE(void);                                    \
  uint2 __attribute__((overloadable)) clock_read_hilo_##SCOPE(void);
__WEFT_CLOCK(device)
__WEFT_CLOCK(work_group)
__WEFT_CLOCK(sub_group)
#undef __WEFT_CLOCK
