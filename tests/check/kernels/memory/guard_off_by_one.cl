// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 200
// int 50
// expect 11: write behind the end of 'out'
// result 0: 0 1 2 3
kernel void f(global int *out, int n) {
  int i = get_global_id(0);
  if (i <= n)
    out[i] = i;
}
