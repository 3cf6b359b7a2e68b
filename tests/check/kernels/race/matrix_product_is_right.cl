// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 16 16 local 8 8
// buffer 1024
// buffer 1024
// buffer 1024
kernel void f(global const float *a, global const float *b, global float *c) {
  local float ta[8][8], tb[8][8];
  int x = get_local_id(0), y = get_local_id(1);
  int gx = get_global_id(0), gy = get_global_id(1);
  float sum = 0;
  for (int t = 0; t < 2; ++t) {
    ta[y][x] = a[gy * 16 + t * 8 + x];
    tb[y][x] = b[(t * 8 + y) * 16 + gx];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 8; ++k)
      sum += ta[y][k] * tb[k][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[gy * 16 + gx] = sum;
}
