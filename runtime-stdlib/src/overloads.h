// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What every file of the library is compiled with: names for overloads, and lists of types to
// generate them from. opencl-c-base.h comes before it; Clang's table of built-in functions is not
// in use here, because the library defines them.
#ifndef WEFT_STDLIB_OVERLOADS_H
#define WEFT_STDLIB_OVERLOADS_H

#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#define OVERLOAD __attribute__((overloadable))
// Functions of the public interface that only compute. `const` in the sense of GCC: no memory read.
#define PURE __attribute__((overloadable, const))
#define INLINE __attribute__((overloadable, always_inline))

// M(scalar, width suffix, ...) for each vector width; the scalar itself has an empty suffix.
#define FOR_VECTOR_WIDTHS(M, ...)                                                                  \
  M(2, __VA_ARGS__) M(3, __VA_ARGS__) M(4, __VA_ARGS__) M(8, __VA_ARGS__) M(16, __VA_ARGS__)
#define FOR_WIDTHS(M, ...) M(, __VA_ARGS__) FOR_VECTOR_WIDTHS(M, __VA_ARGS__)

// M(type, ...) for each arithmetic type.
#define FOR_INTEGERS(M, ...)                                                                       \
  M(char, __VA_ARGS__)                                                                             \
  M(uchar, __VA_ARGS__) M(short, __VA_ARGS__) M(ushort, __VA_ARGS__) M(int, __VA_ARGS__)           \
      M(uint, __VA_ARGS__) M(long, __VA_ARGS__) M(ulong, __VA_ARGS__)
#define FOR_SCALARS(M, ...)                                                                        \
  FOR_INTEGERS(M, __VA_ARGS__)                                                                     \
  M(half, __VA_ARGS__) M(float, __VA_ARGS__) M(double, __VA_ARGS__)

// M(address space, ...): where a built-in function may write, and where it may read.
#define FOR_WRITABLE_SPACES(M, ...)                                                                \
  M(__private, __VA_ARGS__)                                                                        \
  M(__global, __VA_ARGS__) M(__local, __VA_ARGS__) M(__generic, __VA_ARGS__)
#define FOR_READABLE_SPACES(M, ...) FOR_WRITABLE_SPACES(M, __VA_ARGS__) M(__constant, __VA_ARGS__)

#define CONCAT_(a, b) a##b
#define CONCAT(a, b) CONCAT_(a, b)

#endif
