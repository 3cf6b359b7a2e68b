// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// buffer 64
// int 3
// expect 10: decides a branch
kernel void f(global int *out, int n) {
  int x;
  if (n > 5)
    x = n;
  switch (x) {
  case 1: out[0] = 5; break;
  case 2: out[1] = 6; break;
  case 9: out[n] = 7; break;
  default: out[2] = 1;
  }
}
