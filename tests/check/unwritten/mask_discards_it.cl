// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// buffer 64
// int 5
kernel void f(global uint *out, int n) {
  uint x;
  uchar *bytes = (uchar *)&x;
  bytes[0] = n;
  out[0] = x & 0xff;
  out[1] = x << 24;
  out[2] = (x | 0xffffff00u) + 1;
  if ((x & 0xff) == 4)
    out[3] = 1;
  if ((uchar)x < 7)
    out[4] = (uchar)x;
}
