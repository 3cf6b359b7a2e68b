// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// null
// buffer 256
// result 1: 7 7
kernel void f(global const int *in, global int *out) {
  int i = get_global_id(0);
  out[i] = in ? in[i] : 7;
}
