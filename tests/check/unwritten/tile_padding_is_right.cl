// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 16 16 local 8 8
// buffer 1024
// buffer 1024
kernel void f(global const float *in, global float *out) {
  local float tile[8][9];
  int x = get_local_id(0), y = get_local_id(1);
  tile[y][x] = in[get_global_id(1) * 16 + get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[(get_group_id(0) * 8 + y) * 16 + get_group_id(1) * 8 + x] = tile[x][y];
}
