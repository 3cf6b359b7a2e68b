// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// buffer 64
// int 4
// expect 10: 'x' was never written, and is stored where the host reads
kernel void f(global uint *out, int n) {
  uint x; // 3, 5 and 24 bits
  x = (x & ~7u) | (n & 7);
  x = (x & 0xff) | 5u << 8;
  out[0] = x >> 3 & 31;
}
