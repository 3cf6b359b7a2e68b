// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 16 local 8
// buffer 64
// int 3
// expect 13: 'x' was never written, and decides a branch
kernel void f(global int *out, int n) {
  int i = get_global_id(0);
  int x;
  if (i < n)
    x = i;
  out[i] = 7;
  if (x > 2)
    out[i] = 1;
}
