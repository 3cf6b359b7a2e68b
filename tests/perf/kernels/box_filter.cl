// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Mean of (2 R + 1)^2 pixels in two passes; the horizontal one keeps its row in local memory. The
// image's border is repeated outwards.

#define RADIUS 4
#define GROUP 256

kernel void horizontal(global const uchar4 *in, global uchar4 *out, int width) {
  local uchar4 row[GROUP + 2 * RADIUS];
  int x = get_global_id(0);
  int y = get_global_id(1);
  int lid = get_local_id(0);
  row[lid + RADIUS] = in[y * width + x];
  if (lid < RADIUS) {
    row[lid] = in[y * width + max(x - RADIUS, 0)];
    row[lid + RADIUS + GROUP] = in[y * width + min(x + GROUP, width - 1)];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  uint4 sum = (uint4)(0);
  for (int i = 0; i <= 2 * RADIUS; ++i)
    sum += convert_uint4(row[lid + i]);
  out[y * width + x] = convert_uchar4(sum / (uint4)(2 * RADIUS + 1));
}

kernel void vertical(global const uchar4 *in, global uchar4 *out, int width, int height) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  uint4 sum = (uint4)(0);
  for (int i = -RADIUS; i <= RADIUS; ++i)
    sum += convert_uint4(in[clamp(y + i, 0, height - 1) * width + x]);
  out[y * width + x] = convert_uchar4(sum / (uint4)(2 * RADIUS + 1));
}
