// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// buffer 64
// int 4
// expect 11: 'x' was never written, and is stored where the host reads
kernel void f(global int *out, int n) {
  for (int i = 0; i < n; ++i) {
    int x;
    if (i == 0)
      x = 1;
    out[i] = x;
  }
}
