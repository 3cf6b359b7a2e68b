// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect 7: read behind the end of 'a' [memory]
kernel void f(global float4 *out, float x) {
  float a[6] = {x, x, x, x, x, x};
  int i = 1;
  out[get_global_id(0)] = vload4(i, a);
}
