// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// buffer 64
// int 5
kernel void f(global int *out, int n) {
  uint x; // 3, 5 and 11 bits
  x = (x & ~7u) | (n & 7);
  x = (x & ~(0x7ffu << 8)) | (-n & 0x7ff) << 8;
  out[0] = x & 7;
  out[1] = (int)(x << 13) >> 21;
  if ((int)(x << 13) < 0)
    out[2] = 1;
  x |= 31u << 3;
  out[3] = (x & 7) + (x >> 3 & 31);
}
