// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 16 local 8
// buffer 64
// int 3
// expect 13: 'at' was never written, and is part of an address
kernel void f(global int *out, int n) {
  int i = get_global_id(0);
  int a[4] = {1, 2, 3, i};
  int at;
  if (i > n)
    at = i & 3;
  out[i] = a[at];
}
