// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// buffer 64
// int 5
kernel void f(global int *out, int n) {
  uint x;
  uchar *bytes = (uchar *)&x;
  bytes[0] = n;
  bytes[3] = 200;
  if (x == 3)
    out[0] = 1;
  if (x > 7)
    out[1] = 1;
  if ((int)x < 0)
    out[2] = 1;
}
