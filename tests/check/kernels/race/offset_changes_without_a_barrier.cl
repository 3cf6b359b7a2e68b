// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 256
// expect 12: write to 'tile' races with a read by another work-item of the group
kernel void f(global int *out) {
  local int tile[32];
  int l = get_local_id(0), sum = 0, offset = 0;
  tile[l + 16] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < 4; ++i) {
    tile[l + offset] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += tile[l + offset];
    offset = 1 - offset;
  }
  out[get_global_id(0)] = sum;
}
