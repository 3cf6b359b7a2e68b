// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 32 local 16
// buffer 256
// buffer 128
// expect 14: write to 'tile' races with a read by another work-item of the group
kernel void f(global const int *in, global int *out) {
  // A barrier is missing at the end of the loop; atomic operations and fences order no tile.
  local int tile[16], count[16];
  int l = get_local_id(0);
  count[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  for (int i = 0; i < 4; ++i) {
    tile[l] = in[16 * i + l];
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    for (int k = 0; k < 16; ++k)
      atomic_inc(&count[(tile[k] + l) & 15]);
  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  out[get_global_id(0)] = count[l];
}
