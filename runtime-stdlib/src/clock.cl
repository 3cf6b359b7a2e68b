// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_khr_kernel_clock: the CPU's time stamp counter, which is one clock for all scopes.
#include "overloads.h"

#define DEFINE(SCOPE)                                                                              \
  OVERLOAD ulong clock_read_##SCOPE(void) { return (ulong)__builtin_readcyclecounter(); }          \
  OVERLOAD uint2 clock_read_hilo_##SCOPE(void) {                                                   \
    return as_uint2((ulong)__builtin_readcyclecounter());                                          \
  }
DEFINE(device)
DEFINE(work_group)
DEFINE(sub_group)
