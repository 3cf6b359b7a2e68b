// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A separable filter in two passes; each work-group keeps its tile and the halo in local memory. The
// image's border is repeated outwards.

#define RADIUS 8
#define ROW_X 64
#define ROW_Y 4
#define COLUMN_X 16
#define COLUMN_Y 16

kernel void rows(global const float *in, global float *out, constant float *filter, int width) {
  local float tile[ROW_Y][ROW_X + 2 * RADIUS];
  int x = get_global_id(0);
  int y = get_global_id(1);
  int lx = get_local_id(0);
  int ly = get_local_id(1);
  tile[ly][lx + RADIUS] = in[y * width + x];
  if (lx < RADIUS) {
    tile[ly][lx] = in[y * width + max(x - RADIUS, 0)];
    tile[ly][lx + RADIUS + ROW_X] = in[y * width + min(x + ROW_X, width - 1)];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0.0f;
  for (int i = 0; i <= 2 * RADIUS; ++i)
    sum += tile[ly][lx + i] * filter[i];
  out[y * width + x] = sum;
}

kernel void columns(global const float *in, global float *out, constant float *filter, int width,
                    int height) {
  local float tile[COLUMN_Y + 2 * RADIUS][COLUMN_X];
  int x = get_global_id(0);
  int y = get_global_id(1);
  int lx = get_local_id(0);
  int ly = get_local_id(1);
  tile[ly + RADIUS][lx] = in[y * width + x];
  if (ly < RADIUS) {
    tile[ly][lx] = in[max(y - RADIUS, 0) * width + x];
    tile[ly + RADIUS + COLUMN_Y][lx] = in[min(y + COLUMN_Y, height - 1) * width + x];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0.0f;
  for (int i = 0; i <= 2 * RADIUS; ++i)
    sum += tile[ly + i][lx] * filter[i];
  out[y * width + x] = sum;
}
