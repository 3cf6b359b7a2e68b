// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C = A B for square row-major matrices, with tiles of A and B in local memory.

#define TILE 16

__attribute__((reqd_work_group_size(TILE, TILE, 1)))
kernel void matmul(global const float *a, global const float *b, global float *c, int n) {
  local float tileA[TILE][TILE];
  local float tileB[TILE][TILE];
  int column = get_global_id(0);
  int row = get_global_id(1);
  int x = get_local_id(0);
  int y = get_local_id(1);

  float sum = 0.0f;
  for (int start = 0; start < n; start += TILE) {
    tileA[y][x] = a[row * n + start + x];
    tileB[y][x] = b[(start + y) * n + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < TILE; ++k)
      sum += tileA[y][k] * tileB[k][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * n + column] = sum;
}
