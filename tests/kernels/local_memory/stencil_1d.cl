// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sum of radius 3 neighbours through a tile with a halo; clamped at the ends of the array.
#define R 3
kernel void stencil_1d(global const int *in, global int *out, local int *tile, int size) {
  int l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
  int first = g - l;
  for (int i = l; i < n + 2 * R; i += n)
    tile[i] = in[clamp(first + i - R, 0, size - 1)];
  barrier(CLK_LOCAL_MEM_FENCE);
  int sum = 0;
  for (int i = -R; i <= R; ++i)
    sum += tile[l + R + i] * (i + 10);
  out[g] = sum;
}
