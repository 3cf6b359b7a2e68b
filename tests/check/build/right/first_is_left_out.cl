// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void f(global const int *in, global int *out, int w) {
  local int tile[64];
  int l = get_local_id(0), g = get_global_id(0);
  tile[l] = in[g];
  barrier(CLK_LOCAL_MEM_FENCE);
  int x = 0;
  if (l > 0)
    x = tile[l - 1];
  if (l != 0 && g < w)
    x += tile[l - 1];
  x += in[g] > 7 ? tile[max(l - 1, 0)] : 0;
  out[g] = x;
}
