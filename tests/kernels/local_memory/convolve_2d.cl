// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// 3x3 convolution; halo cells are loaded by the work-items at the edges of the group.
kernel void convolve_2d(global const float *in, constant float *weights, global float *out,
                        local float *tile) {
  int lx = get_local_id(0), ly = get_local_id(1), sx = get_local_size(0), sy = get_local_size(1);
  int w = get_global_size(0), h = get_global_size(1);
  int x = get_global_id(0), y = get_global_id(1), pitch = sx + 2;
#define AT(px, py) ((px) < 0 || (py) < 0 || (px) >= w || (py) >= h ? 0.0f : in[(py) * w + (px)])
  tile[(ly + 1) * pitch + lx + 1] = AT(x, y);
  if (lx == 0)
    tile[(ly + 1) * pitch] = AT(x - 1, y);
  if (lx == sx - 1)
    tile[(ly + 1) * pitch + lx + 2] = AT(x + 1, y);
  if (ly == 0)
    tile[lx + 1] = AT(x, y - 1);
  if (ly == sy - 1)
    tile[(ly + 2) * pitch + lx + 1] = AT(x, y + 1);
  if (lx == 0 && ly == 0)
    tile[0] = AT(x - 1, y - 1);
  if (lx == sx - 1 && ly == 0)
    tile[lx + 2] = AT(x + 1, y - 1);
  if (lx == 0 && ly == sy - 1)
    tile[(ly + 2) * pitch] = AT(x - 1, y + 1);
  if (lx == sx - 1 && ly == sy - 1)
    tile[(ly + 2) * pitch + lx + 2] = AT(x + 1, y + 1);
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0.0f;
  for (int j = 0; j < 3; ++j)
    for (int i = 0; i < 3; ++i)
      sum += tile[(ly + j) * pitch + lx + i] * weights[j * 3 + i];
  out[y * w + x] = sum;
}
