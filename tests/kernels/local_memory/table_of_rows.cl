// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rows of a tile times the columns of a table in constant memory, as in a transform of blocks; within
// some rows the index of the result wraps around.
kernel void table_of_rows(global const float *in, constant float *table, global float *out,
                          local float *tile, uint first) {
  uint lx = get_local_id(0), ly = get_local_id(1), edge = get_local_size(0);
  uint width = get_global_size(0), last = width * get_global_size(1) - 1;
  uint at = (first + get_global_id(1) * width + get_global_id(0)) & last;
  tile[ly * edge + lx] = in[at];
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0.0f;
  for (int k = 0; k < 4; ++k)
    sum += tile[ly * edge + k] * table[lx * 4 + k];
  out[at] = sum;
}
