// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 256
// int 32
// result 0: 15 14 13
kernel void f(global int *out, int n) {
  local int tile[16];
  int i = get_global_id(0), l = get_local_id(0);
  if (get_group_id(0) * 16 >= n)
    return;
  tile[l] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = tile[15 - l];
}
