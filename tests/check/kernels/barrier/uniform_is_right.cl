// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 256
// int 5
kernel void f(global int *out, int n) {
  local int tile[16];
  int l = get_local_id(0), sum = 0;
  for (int i = 0; i < n; ++i) {
    tile[l] = l + i;
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += tile[(l + i) & 15];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (get_group_id(0) & 1)
    barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = sum;
}
