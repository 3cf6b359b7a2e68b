// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 256
// expect 14: write to 'tile' races with a read by another work-item of the group
kernel void f(global int *out) {
  local int tile[32];
  int l = get_local_id(0);
  tile[l] = l;
  tile[l + 16] = 0;
  for (int step = 8; step > 0; step /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l <= step)
      tile[l] = tile[l] + tile[l + step];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[0];
}
