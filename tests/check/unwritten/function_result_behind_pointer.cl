// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// buffer 64
// int 4
// expect 13: 'x' was never written, and is stored where the host reads
void set(int *x, int n) {
  if (n > 5)
    *x = n;
}
kernel void f(global int *out, int n) {
  int x;
  set(&x, n);
  out[0] = x;
}
