// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// buffer 64
// int 4
// expect 11: 'last' was never written, and is stored where the host reads
kernel void f(global int *out, int n) {
  int last;
  for (int i = 0; i < n; ++i)
    if (out[i] > 100)
      last = i;
  out[0] = last;
}
