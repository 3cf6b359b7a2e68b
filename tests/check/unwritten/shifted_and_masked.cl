// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// buffer 64
// int 4
// expect 10: 'x' was never written, and is stored where the host reads
kernel void f(global uint *out, int n) {
  uint x;
  if (n > 5)
    x = 1;
  out[0] = (x << 8) & 0x1ff;
}
