// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// data 1 0 3 0
// buffer 256
// result 1: 100 5 33 5
kernel void f(global const int *in, global int *out) {
  int i = get_global_id(0);
  int d = in[i & 3];
  out[i] = d ? 100 / d : 5;
}
