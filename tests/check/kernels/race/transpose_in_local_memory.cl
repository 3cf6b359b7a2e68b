// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 16 16 local 8 8
// buffer 1024
// expect 9: write to 'tile' races with a read
kernel void f(global int *out) {
  local int tile[8][8];
  int x = get_local_id(0), y = get_local_id(1);
  tile[y][x] = x;
  out[get_global_id(1) * 16 + get_global_id(0)] = tile[x][y];
}
