// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 256
// expect 13: write to 'tile' races with a read by another work-item of the group
kernel void f(global int *out) {
  local int tile[16];
  int l = get_local_id(0);
  tile[l] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = 1; step < 16; step *= 2) {
    if (l >= step)
      tile[l] += tile[l - step];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = tile[l];
}
