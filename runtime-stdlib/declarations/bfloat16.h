// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_intel_bfloat16_conversions, of which Clang's table of built-in functions has nothing. Programs
// that name such a function get this header (src/compiler/frontend/opencl_c/own_headers.cpp).
#define __WEFT_OF(N)                                                                               \
  ushort##N __attribute__((overloadable, const)) intel_convert_bfloat16##N##_as_ushort##N(         \
      float##N);                                                                                   \
  float##N __attribute__((overloadable, const)) intel_convert_as_bfloat16##N##_float##N(ushort##N);
__WEFT_OF()
__WEFT_OF(2)
__WEFT_OF(3)
__WEFT_OF(4)
__WEFT_OF(8)
__WEFT_OF(16)
#undef __WEFT_OF
