// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 16 local 8
// buffer 64
// int 6
kernel void f(global int *out, int n) {
  int i = get_global_id(0);
  int a[2], b[2];
  int *p = i > n ? a : b;
  p[0] = i;
  p[1] = 2;
  out[i] = i > n ? a[0] + a[1] : b[0] * b[1];
}
