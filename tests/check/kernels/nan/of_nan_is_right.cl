// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 8
// buffer 32
kernel void f(global float *out) {
  float v = as_float(0x7fc00000 + (int)get_global_id(0));
  float w = INFINITY - (float)get_global_id(0);
  out[get_global_id(0)] = v * 2.0f + w;
}
