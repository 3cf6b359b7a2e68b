// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 16 16 local 8 8
// buffer 1024
// buffer 1024
kernel void f(global const float *in, global float *out) {
  int x = get_global_id(0), y = get_global_id(1);
  float up = y > 0 ? in[(y - 1) * 16 + x] : 0;
  float down = y < 15 ? in[(y + 1) * 16 + x] : 0;
  out[y * 16 + x] = up + down;
}
