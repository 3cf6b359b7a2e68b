// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 256
// expect 13: write to 'tile' races with a read by another work-item of the group
kernel void f(global int *out) {
  local int tile[16];
  int l = get_local_id(0);
  tile[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = 8; step > 0; step /= 2)
    if (l < step)
      tile[l] += tile[l + step];
  out[get_global_id(0)] = l == 0 ? tile[0] : 0;
}
