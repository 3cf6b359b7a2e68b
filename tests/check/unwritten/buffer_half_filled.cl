// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// unfilled 64
// buffer 64
// expect 12: 'a' is read where it was never written, and is stored where the host reads
kernel void f(global int *a, global int *out) {
  for (int i = 0; i < 8; ++i)
    a[i] = i;
  int sum = 0;
  for (int i = 0; i < 9; ++i)
    sum += a[i];
  out[0] = sum;
}
