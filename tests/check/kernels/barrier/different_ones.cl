// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 256
// expect 12: at different barriers
// expect 14: at different barriers
kernel void f(global int *out) {
  local int tile[16];
  int l = get_local_id(0);
  tile[l] = l;
  if (l & 1)
    barrier(CLK_LOCAL_MEM_FENCE);
  else
    barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = l;
}
