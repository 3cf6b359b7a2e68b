// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 8
// buffer 32
// buffer 32
kernel void f(global float *out, global const float *in) {
  float v = in[get_global_id(0)];
  out[get_global_id(0)] = v == 0.0f ? 0.0f : 1.0f / v;
}
