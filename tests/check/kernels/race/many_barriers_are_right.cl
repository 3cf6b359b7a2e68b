// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 32 local 16
// buffer 128
kernel void f(global int *out) {
  local int tile[16];
  int l = get_local_id(0);
  tile[l] = 0;
  for (int i = 0; i < 5000; ++i) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l == i % 16)
      tile[0] += 1;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[0];
}
