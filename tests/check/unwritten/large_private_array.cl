// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 16 local 8
// buffer 64
// int 40
// expect 15: 'a' is read where it was never written, and is stored where the host reads
kernel void f(global int *out, int n) {
  int i = get_global_id(0);
  int a[100];
  for (int j = 0; j < n; ++j)
    a[j] = j * i;
  int sum = 0;
  for (int j = 0; j <= n; ++j)
    sum += a[j];
  out[i] = sum;
}
