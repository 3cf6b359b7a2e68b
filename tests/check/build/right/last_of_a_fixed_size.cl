// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel __attribute__((reqd_work_group_size(8, 8, 1))) void f(global const int *in,
                                                             global int *out) {
  local int tile[10][10];
  int x = get_local_id(0), y = get_local_id(1);
  tile[y + 1][x + 1] = in[get_global_id(0)];
  if (x == 0)
    tile[y + 1][0] = 0;
  if (x == 7)
    tile[y + 1][x + 2] = 0;
  if (y == 0)
    tile[0][x + 1] = 0;
  if (y == 7)
    tile[y + 2][x + 1] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[y][x + 1] + tile[y + 2][x + 1] + tile[y + 1][x] + tile[y + 1][x + 2];
}
