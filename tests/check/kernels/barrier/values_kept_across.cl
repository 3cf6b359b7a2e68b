// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 32 local 16
// buffer 256
// expect 14: work-items of a group are at different barriers
// expect 17: work-items of a group are at different barriers
kernel void f(global int *out) {
  local int tile[16];
  int l = get_local_id(0);
  tile[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) {
    global int *to = out + tile[1] + get_group_id(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    *to = 1;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0) + 32] = tile[15 - l];
}
