// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 16 16 local 8 8
// buffer 1024
// buffer 1024
// expect 10: read before the beginning of 'in'
// expect 11: read behind the end of 'in'
kernel void f(global const float *in, global float *out) {
  int x = get_global_id(0), y = get_global_id(1);
  float up = in[(y - 1) * 16 + x];
  float down = in[(y + 1) * 16 + x];
  out[y * 16 + x] = up + down;
}
