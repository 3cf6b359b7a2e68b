// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 256 write-only
// buffer 256
// expect 10: read of 'in', which is write-only
// result 1: 5 5
kernel void f(global int *in, global int *out) {
  int i = get_global_id(0);
  out[i] = in[i] + 5;
}
