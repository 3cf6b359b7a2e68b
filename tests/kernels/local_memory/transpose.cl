// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tiled transpose of a height x width matrix; the tile is one element wider than the group.
kernel void transpose(global const float *in, global float *out, local float *tile, int width,
                      int height) {
  int lx = get_local_id(0), ly = get_local_id(1), edge = get_local_size(0);
  int x = get_global_id(0), y = get_global_id(1);
  tile[ly * (edge + 1) + lx] = in[y * width + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  int tx = get_group_id(1) * edge + lx, ty = get_group_id(0) * edge + ly;
  out[ty * height + tx] = tile[lx * (edge + 1) + ly];
}
