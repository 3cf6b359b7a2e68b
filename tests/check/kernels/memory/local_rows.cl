// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 8 8 local 8 8
// buffer 256
// expect 11: read behind the end of 'tile'
kernel void f(global int *out) {
  local int tile[8][8];
  int x = get_local_id(0), y = get_local_id(1);
  tile[y][x] = x;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[y * 8 + x] = tile[y + 1][x];
}
