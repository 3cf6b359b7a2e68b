// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 32
// buffer 256
// int 1
// expect 13: work-items of a group come here with different arguments
kernel void f(global int *out, int flags) {
  local int tile[32];
  int l = get_local_id(0);
  tile[l] = l;
  barrier(flags);
  out[get_global_id(0)] = tile[31 - l];
  barrier(l == 3 ? CLK_GLOBAL_MEM_FENCE : CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] += 1;
}
