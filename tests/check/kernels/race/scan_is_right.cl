// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 256
kernel void f(global int *out) {
  local int tile[2][16];
  int l = get_local_id(0), now = 0;
  tile[0][l] = 1;
  for (int step = 1; step < 16; step *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    tile[1 - now][l] = tile[now][l] + (l >= step ? tile[now][l - step] : 0);
    now = 1 - now;
  }
  out[get_global_id(0)] = tile[now][l];
}
