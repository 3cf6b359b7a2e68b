// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect 6: shift of a 64-bit number by 64 or more: OpenCL C takes the amount modulo 64 [arith]
// expect 7: division by zero [arith]
kernel void f(global ulong *out, uint n, ulong x) {
  ulong y = x >> (64 + (n & 15));
  ulong z = x / ((n & 15) & 16);
  out[get_global_id(0)] = y + z;
}
