// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 256
// buffer 256
// expect 9: read behind the end of 'in'
kernel void f(global const float *in, global float *out) {
  int i = get_global_id(0);
  out[i] = in[i + 1];
}
