// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_khr_integer_dot_product for OpenCL C before 2.0, where Clang's table does not have it.
// Programs that name the extension or one of its own functions get this header
// (src/compiler/frontend/opencl_c/own_headers.cpp). A declaration hides what the table has of its
// name, so `dot` of other types is here as well.
#define __WEFT_F __attribute__((overloadable, const))
#define __WEFT_DOT(A, B, R, TAIL)                                                                  \
  R __WEFT_F dot(A##4, B##4);                                                                      \
  R __WEFT_F dot_acc_sat(A##4, B##4, R);                                                           \
  R __WEFT_F dot_4x8packed_##TAIL##_##R(uint, uint);                                               \
  R __WEFT_F dot_acc_sat_4x8packed_##TAIL##_##R(uint, uint, R);
__WEFT_DOT(uchar, uchar, uint, uu)
__WEFT_DOT(char, char, int, ss)
__WEFT_DOT(uchar, char, int, us)
__WEFT_DOT(char, uchar, int, su)
#undef __WEFT_DOT
#define __WEFT_DOT(T)                                                                              \
  T __WEFT_F dot(T, T);                                                                            \
  T __WEFT_F dot(T##2, T##2);                                                                      \
  T __WEFT_F dot(T##3, T##3);                                                                      \
  T __WEFT_F dot(T##4, T##4);
__WEFT_DOT(float)
__WEFT_DOT(double)
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
__WEFT_DOT(half)
#pragma OPENCL EXTENSION cl_khr_fp16 : disable
#undef __WEFT_DOT
#undef __WEFT_F
