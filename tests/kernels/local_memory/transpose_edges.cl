// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Transposition by tiles whose rows are known to be 16, of a matrix that they do not divide. Two
// tiles are read along their columns.
kernel __attribute__((reqd_work_group_size(16, 16, 1))) void
transpose_edges(global const uint *in, global uint *first, global float *both, int width, int height) {
  local uint tile[16][17];
  local float parts[16 * 17];
  int lx = get_local_id(0), ly = get_local_id(1);
  int x = get_global_id(0), y = get_global_id(1);
  if (x < width && y < height) {
    uint value = in[y * width + x];
    tile[ly][lx] = value;
    parts[ly * 17 + lx] = value % 1000;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  x = get_group_id(1) * 16 + lx;
  y = get_group_id(0) * 16 + ly;
  if (x < height && y < width) {
    first[y * height + x] = tile[lx][ly];
    both[y * height + x] = parts[lx * 17 + ly] + (float)(tile[lx][ly] >> 16);
  }
}
