// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 256
// expect 13: write to 'tile' races with a read by another work-item of the group
kernel void f(global int *out) {
  local int tile[2][16];
  int l = get_local_id(0), sum = 0;
  for (int i = 0; i < 4; ++i) {
    tile[i & 1][l] = i + l;
    sum += tile[~i & 1][15 - l];
    barrier(CLK_LOCAL_MEM_FENCE);
    tile[i & 1][l] += 1;
  }
  out[get_global_id(0)] = sum;
}
