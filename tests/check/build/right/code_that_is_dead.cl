// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define N 4
kernel void f(global int *out, int n) {
  int a[N] = {n, n, n, n};
  int at = N;
  if (at < N)
    a[at] = 1;
  if (N > 4)
    out[1] = n << (N * 16);
  out[get_global_id(0)] = a[n & 3] << (N > 32 ? N : 1);
}
