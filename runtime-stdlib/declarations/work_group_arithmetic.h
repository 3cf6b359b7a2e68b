// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_khr_work_group_uniform_arithmetic, of which Clang's table of built-in functions has nothing.
// Programs that name collective functions get this header
// (src/compiler/frontend/opencl_c/own_headers.cpp).
#if __OPENCL_C_VERSION__ >= 200 || defined(__OPENCL_CPP_VERSION__)
#define __WEFT_F __attribute__((overloadable, convergent))
#define __WEFT_OF(T, OP)                                                                           \
  T __WEFT_F work_group_reduce_##OP(T);                                                            \
  T __WEFT_F work_group_scan_exclusive_##OP(T);                                                    \
  T __WEFT_F work_group_scan_inclusive_##OP(T);
#define __WEFT_INTEGERS(OP)                                                                        \
  __WEFT_OF(int, OP) __WEFT_OF(uint, OP) __WEFT_OF(long, OP) __WEFT_OF(ulong, OP)
__WEFT_OF(int, logical_and)
__WEFT_OF(int, logical_or)
__WEFT_OF(int, logical_xor)
__WEFT_INTEGERS(and)
__WEFT_INTEGERS(or)
__WEFT_INTEGERS(xor)
__WEFT_INTEGERS(mul)
__WEFT_OF(float, mul)
__WEFT_OF(double, mul)
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
__WEFT_OF(half, mul)
#pragma OPENCL EXTENSION cl_khr_fp16 : disable
#undef __WEFT_INTEGERS
#undef __WEFT_OF
#undef __WEFT_F
#endif
