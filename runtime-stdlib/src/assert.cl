// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_intel_devicelib_assert: what assert() in kernels of SYCL calls where it fails. It has the
// parameters, and by them the address spaces, of "Device library extensions" of the DPC++ compiler.
#pragma OPENCL EXTENSION __cl_clang_variadic_functions : enable

// As printf, but to stderr, and the process is aborted (passes/lowering/printf_calls.cpp).
int __weft_print_and_abort(__constant const char *format, ...);

void __devicelib_assert_fail(const __generic char *expression, const __generic char *file,
                             int line, const __generic char *function, size_t global_x,
                             size_t global_y, size_t global_z, size_t local_x, size_t local_y,
                             size_t local_z) {
  __weft_print_and_abort("%s:%d: %s: global id: [%lu,%lu,%lu], local id: [%lu,%lu,%lu] Assertion "
                         "`%s` failed.\n",
                         file, line, function, global_x, global_y, global_z, local_x, local_y,
                         local_z, expression);
}
