// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect 10: read before the beginning of 'tile' [memory]
kernel void f(global const float *in, global float *out, int n) {
  local float tile[64];
  int l = get_local_id(0);
  tile[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_global_id(0) < n)
    out[get_global_id(0)] = tile[l - 1];
}
