// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each row of a group reads a column of the tile, from where memory says on: those of the next rows
// do not lie beside it.
kernel __attribute__((reqd_work_group_size(16, 16, 1))) void
columns_told_by_memory(global const uint *in, global const uint *starts, global uint *out) {
  local uint tile[16][41];
  size_t lx = get_local_id(0), ly = get_local_id(1);
  size_t at = get_global_id(1) * get_global_size(0) + get_global_id(0);
  tile[ly][lx] = in[at];
  tile[ly][lx + 16] = in[at] * 3;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[at] = tile[lx][ly + starts[ly]];
}
