// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 256
// int 8
// expect 11: write behind the end of 'values'
// result 0: 3 3 3
kernel void f(global int *out, int n) {
  int values[8];
  for (int i = 0; i <= n; ++i)
    values[i] = i;
  out[get_global_id(0)] = values[3];
}
