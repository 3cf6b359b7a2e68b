// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernel: C++, which Clang compiles to SPIR-V when the example is built. There is no OpenCL C
// here; what a kernel needs beyond C++ are attributes and built-in functions of Clang.
#include "newton.h"

// A constant that the host gives its value before it builds the program: number 0, by default 16.
int __spirv_SpecConstant(int number, int value);

extern "C" [[clang::device_kernel]] void
newton_fractal(__attribute__((opencl_global)) newton::Found *found, int width) {
  const int x = int(__builtin_spirv_global_invocation_id(0));
  const int y = int(__builtin_spirv_global_invocation_id(1));
  const int limit = __spirv_SpecConstant(0, 16);
  const newton::Found here = newton::search(newton::Polynomial, newton::place(x, y), limit);
  found[y * width + x].steps = here.steps;
  found[y * width + x].quadrant = here.quadrant;
}
