// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C = A * B with square tiles; static local arrays.
#define T 8
kernel void matmul_tiled(global const float *a, global const float *b, global float *c, int depth) {
  local float ta[T][T], tb[T][T];
  int x = get_global_id(0), y = get_global_id(1), lx = get_local_id(0), ly = get_local_id(1);
  int width = get_global_size(0);
  float sum = 0.0f;
  for (int t = 0; t < depth / T; ++t) {
    ta[ly][lx] = a[y * depth + t * T + lx];
    tb[ly][lx] = b[(t * T + ly) * width + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < T; ++k)
      sum += ta[ly][k] * tb[k][lx];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[y * width + x] = sum;
}
