// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 16 local 8
// unfilled 64
// unfilled 64
// result 1: 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 0
kernel void f(global int *a, global int *out) {
  int i = get_global_id(0);
  a[i] = 15 - i;
  out[i] = a[i];
}
