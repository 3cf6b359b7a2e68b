// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// data 1 2 0 4
// buffer 1024
// expect 9: division by zero
kernel void f(global const int4 *in, global int4 *out) {
  int i = get_global_id(0);
  out[i] = (int4)(7) / in[0];
}
