// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 256
// buffer 16
// result 1: 120 120 120 120
kernel void f(global int *in, global int *out) {
  local int tile[16];
  int l = get_local_id(0);
  tile[l] = in[get_global_id(0)] + l;
  for (int step = 8; step > 0; step /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < step)
      tile[l] += tile[l + step];
  }
  if (l == 0)
    out[get_group_id(0)] = tile[0];
}
