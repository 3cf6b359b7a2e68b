// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// buffer 64
// int 3
// expect 11: 'last' was never written, and decides a branch
kernel void f(global int *out, int n) {
  int last;
  if (n > 5)
    last = n;
  int sum = 0;
  for (int i = 0; i < last; ++i)
    sum += out[i];
  out[0] = sum;
}
