// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 264
// buffer 256
kernel void f(global const int *in, global int *out) {
  local int tile[18];
  int i = get_global_id(0), l = get_local_id(0);
  tile[l + 1] = in[i + 1];
  if (l == 0)
    tile[0] = in[i];
  if (l == 15)
    tile[17] = in[i + 2];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = tile[l] + tile[l + 1] + tile[l + 2];
}
