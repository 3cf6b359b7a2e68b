// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 16 local 8
// buffer 64
// int 6
kernel void f(global int *out, int n) {
  int i = get_global_id(0);
  int a[8], b[4] = {1, 2}, c[50];
  for (int j = 0; j < n; ++j)
    a[(i + j) & 7] = j;
  for (int j = 0; j < 50; ++j)
    c[j] = j ^ i;
  int sum = b[3] + b[i & 3];
  for (int j = 0; j < n; ++j)
    sum += a[(i + j) & 7] + c[j * 8];
  out[i] = sum;
}
