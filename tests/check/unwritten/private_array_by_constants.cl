// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// buffer 64
// int 3
// expect 14: is stored where the host reads
kernel void f(global int *out, int n) {
  int a[4];
  a[0] = n;
  a[1] = n;
  a[3] = n;
  int sum = 0;
  for (int j = 0; j < 4; ++j)
    sum += a[j];
  out[0] = sum;
}
