// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 16 local 8
// buffer 256
kernel void f(global float *out) {
  int i = get_global_id(0);
  float4 v;
  v.xz = (float2)(1, i);
  v = v + v;
  float2 w = v.xz;
  out[i] = dot(w, w);
  v.yw = w;
  out[16 + i] = length(v);
}
