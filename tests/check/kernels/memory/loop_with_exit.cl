// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// data 1 2 3 4
// buffer 256
// expect 10: read behind the end of 'in'
// result 1: 7 7
kernel void f(global const int *in, global int *out) {
  int i = 0;
  while (in[i] != 9)
    if (++i > 6)
      break;
  out[get_global_id(0)] = i;
}
