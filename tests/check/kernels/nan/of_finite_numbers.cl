// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 8
// buffer 256
// buffer 32
// each: T float MADE v/v
// each: T double MADE (double)v/(double)v
// each: T float4 MADE (float4)(v,1,1,1)/(float4)(v,1,1,1)
// each: T float MADE 1.0f/v
// each: T float MADE (v+1e38f)*1e30f
// expect 14: made of finite
kernel void f(global T *out, global const float *in) {
  float v = in[get_global_id(0)];
  out[get_global_id(0)] = MADE;
}
