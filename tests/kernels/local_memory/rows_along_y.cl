// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dimension 0 counts rows and dimension 1 columns, so that memory lies along y: neighbours of each
// element, by way of a tile, which may hang over the right and the lower edge.
kernel void rows_along_y(global const uint *in, global uint *out, int height, int width,
                         local uint *tile, global uint *sums) {
  int row = get_global_id(0) - get_global_offset(0);
  int column = get_global_id(1) - get_global_offset(1);
  int tile_row = get_local_id(0), tile_column = get_local_id(1);
  int tile_width = get_local_size(1);
  tile[tile_row * tile_width + tile_column] = in[row * width + column];
  barrier(CLK_LOCAL_MEM_FENCE);
  uint sum = 0;
  for (int k = -2; k <= 2; ++k) {
    int other = clamp(tile_column + k, 0, tile_width - 1);
    sum = sum * 3 + tile[tile_row * tile_width + other];
    if (tile_column + k >= 0 && tile_column + k < tile_width)
      sum += tile[tile_row * tile_width + tile_column + k];
  }
  for (int k = 0; k < get_local_size(0); ++k)
    sum += (k + 1) * tile[k * tile_width + tile_column];
  for (int k = 0; k < height; k += 5)
    sum ^= in[row * width + min(k, width - 1)] * in[k * width + column];
  out[row * width + column] = sum;
  if (column == width - 1)
    sums[row] = sum + height;
}

// The same order, and a group that is required.
kernel __attribute__((reqd_work_group_size(4, 8, 1))) void
rows_along_y_required(global const int *in, global int *out, int width, local int *tile) {
  int row = get_global_id(0), column = get_global_id(1);
  int place = get_local_id(0) * 8 + get_local_id(1);
  tile[place] = in[row * width + column];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[row * width + column] = tile[get_local_id(0) * 8 + 7 - get_local_id(1)] * 2 +
                              tile[(3 - get_local_id(0)) * 8 + get_local_id(1)] +
                              (int)get_local_size(0) * 100 + (int)get_local_size(1);
}
