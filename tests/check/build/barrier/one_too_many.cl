// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect 8: barrier that other work-items of the group do not come to [barrier]
kernel void f(global int *out) {
  local int tile[16];
  int l = get_local_id(0) & 15;
  if (l == 1)
    barrier(CLK_LOCAL_MEM_FENCE);
  tile[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[15 - l];
}
