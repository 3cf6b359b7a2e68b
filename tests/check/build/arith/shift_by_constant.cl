// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect 5: shift of a 32-bit number by 32: OpenCL C takes the amount modulo 32 [arith]
kernel void f(global int *out, int n) {
  out[get_global_id(0)] = n << 32;
}
