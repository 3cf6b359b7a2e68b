// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What cl_intel_subgroups and its extensions for 8, 16 and 64 bits and for local memory declare:
// Clang's table of built-in functions has none of it. Programs that name such a function get this
// header (src/compiler/frontend/opencl_c/own_headers.cpp).
#ifndef __WEFT_INTEL_SUB_GROUPS_H
#define __WEFT_INTEL_SUB_GROUPS_H

#define __WEFT_F __attribute__((overloadable, convergent))

#define __WEFT_SHUFFLES(T)                                                                         \
  T __WEFT_F intel_sub_group_shuffle(T, uint);                                                     \
  T __WEFT_F intel_sub_group_shuffle_down(T, T, uint);                                             \
  T __WEFT_F intel_sub_group_shuffle_up(T, T, uint);                                               \
  T __WEFT_F intel_sub_group_shuffle_xor(T, uint);
#define __WEFT_VECTOR_SHUFFLES(T)                                                                  \
  __WEFT_SHUFFLES(T)                                                                               \
  __WEFT_SHUFFLES(T##2)                                                                            \
  __WEFT_SHUFFLES(T##3) __WEFT_SHUFFLES(T##4) __WEFT_SHUFFLES(T##8) __WEFT_SHUFFLES(T##16)
__WEFT_VECTOR_SHUFFLES(char)
__WEFT_VECTOR_SHUFFLES(uchar)
__WEFT_VECTOR_SHUFFLES(short)
__WEFT_VECTOR_SHUFFLES(ushort)
__WEFT_VECTOR_SHUFFLES(int)
__WEFT_VECTOR_SHUFFLES(uint)
__WEFT_VECTOR_SHUFFLES(float)
__WEFT_SHUFFLES(long)
__WEFT_SHUFFLES(ulong)
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
__WEFT_SHUFFLES(half)
#pragma OPENCL EXTENSION cl_khr_fp16 : disable
__WEFT_SHUFFLES(double)
#undef __WEFT_VECTOR_SHUFFLES
#undef __WEFT_SHUFFLES

#define __WEFT_ARITHMETIC_OF(T, OP)                                                                \
  T __WEFT_F intel_sub_group_reduce_##OP(T);                                                       \
  T __WEFT_F intel_sub_group_scan_exclusive_##OP(T);                                               \
  T __WEFT_F intel_sub_group_scan_inclusive_##OP(T);
#define __WEFT_ARITHMETIC(T)                                                                       \
  T __WEFT_F intel_sub_group_broadcast(T, uint);                                                   \
  /* Vectors: not the specification's, but Clang's. */                                             \
  T##2 __WEFT_F intel_sub_group_broadcast(T##2, uint);                                             \
  T##3 __WEFT_F intel_sub_group_broadcast(T##3, uint);                                             \
  T##4 __WEFT_F intel_sub_group_broadcast(T##4, uint);                                             \
  T##8 __WEFT_F intel_sub_group_broadcast(T##8, uint);                                             \
  T##16 __WEFT_F intel_sub_group_broadcast(T##16, uint);                                           \
  __WEFT_ARITHMETIC_OF(T, add) __WEFT_ARITHMETIC_OF(T, min) __WEFT_ARITHMETIC_OF(T, max)
__WEFT_ARITHMETIC(char)
__WEFT_ARITHMETIC(uchar)
__WEFT_ARITHMETIC(short)
__WEFT_ARITHMETIC(ushort)
#undef __WEFT_ARITHMETIC
#undef __WEFT_ARITHMETIC_OF

#if defined(__opencl_c_read_write_images)
#define __WEFT_READ_WRITE_IMAGES(N, V)                                                             \
  V __WEFT_F intel_sub_group_block_read##N(read_write image2d_t, int2);                            \
  void __WEFT_F intel_sub_group_block_write##N(read_write image2d_t, int2, V);
#else
#define __WEFT_READ_WRITE_IMAGES(N, V)
#endif
#if defined(__IMAGE_SUPPORT__)
#define __WEFT_IMAGES(N, V)                                                                        \
  V __WEFT_F intel_sub_group_block_read##N(read_only image2d_t, int2);                             \
  void __WEFT_F intel_sub_group_block_write##N(write_only image2d_t, int2, V);                     \
  __WEFT_READ_WRITE_IMAGES(N, V)
#else
#define __WEFT_IMAGES(N, V)
#endif
// N: what the functions' names end with.
#define __WEFT_BLOCKS(N, T, V)                                                                     \
  V __WEFT_F intel_sub_group_block_read##N(const __global T *);                                    \
  V __WEFT_F intel_sub_group_block_read##N(const __local T *);                                     \
  void __WEFT_F intel_sub_group_block_write##N(__global T *, V);                                   \
  void __WEFT_F intel_sub_group_block_write##N(__local T *, V);                                    \
  __WEFT_IMAGES(N, V)
#define __WEFT_BLOCKS_UP_TO_8(N, T)                                                                \
  __WEFT_BLOCKS(N, T, T)                                                                           \
  __WEFT_BLOCKS(N##2, T, T##2) __WEFT_BLOCKS(N##4, T, T##4) __WEFT_BLOCKS(N##8, T, T##8)
__WEFT_BLOCKS_UP_TO_8(, uint)
__WEFT_BLOCKS_UP_TO_8(_ui, uint)
__WEFT_BLOCKS_UP_TO_8(_us, ushort)
__WEFT_BLOCKS(_us16, ushort, ushort16)
__WEFT_BLOCKS_UP_TO_8(_uc, uchar)
__WEFT_BLOCKS(_uc16, uchar, uchar16)
__WEFT_BLOCKS_UP_TO_8(_ul, ulong)
__WEFT_BLOCKS(_ul16, ulong, ulong16) // as Clang
#undef __WEFT_BLOCKS_UP_TO_8
#undef __WEFT_BLOCKS
#undef __WEFT_IMAGES
#undef __WEFT_READ_WRITE_IMAGES
#undef __WEFT_F

#endif
