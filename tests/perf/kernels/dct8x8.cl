// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Discrete cosine transform of 8x8 blocks: C X C', the product in between in local memory.

#define N 8

kernel void dct8x8(global const float *in, global float *out, constant float *cosines, int width) {
  local float block[N][N];
  local float between[N][N];
  int x = get_global_id(0);
  int y = get_global_id(1);
  int lx = get_local_id(0);
  int ly = get_local_id(1);
  block[ly][lx] = in[y * width + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0.0f;
  for (int k = 0; k < N; ++k)
    sum += cosines[ly * N + k] * block[k][lx];
  between[ly][lx] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  sum = 0.0f;
  for (int k = 0; k < N; ++k)
    sum += between[ly][k] * cosines[lx * N + k];
  out[y * width + x] = sum;
}
