// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 16 local 8
// buffer 256
// int 6
float both(float x, float *c) {
  return sincos(x, c);
}
kernel void f(global float *out, int n) {
  int i = get_global_id(0), e;
  float c, whole, m;
  float s = both(i, &c);
  m = modf(i * 0.5f, &whole);
  float g = frexp(c, &e);
  out[i] = s + c + m + whole + g + e;
  float4 w;
  float4 v = fract((float4)(i, c, s, m), &w);
  out[16 + i] = dot(v, w);
}
