// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 16 local 16
// data 3 2 1 0 7 6 5 4 11 10 9 8 15 14 13 12
// buffer 64
kernel void f(global const int *to, global int *out) {
  int i = get_global_id(0);
  out[to[i]] = i;
}
