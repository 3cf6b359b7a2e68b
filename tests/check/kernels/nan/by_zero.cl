// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 8
// buffer 256
// buffer 32
// expect 9: infinity made of finite
kernel void f(global float *out, global const float *in) {
  float v = in[get_global_id(0)];
  out[get_global_id(0)] = 1.0f / v;
}
