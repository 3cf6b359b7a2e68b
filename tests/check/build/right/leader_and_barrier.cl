// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void f(global const float *in, global float *out, int n) {
  local float total[2];
  if (get_local_id(0) == 0)
    total[0] = in[get_group_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  float x = total[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 1)
    total[0] = x;
  if (get_global_id(0) == 0)
    out[0] = get_local_id(0);
  if (get_global_id(0) < 1)
    out[1] = get_local_id(0);
  out[get_global_id(0) + 2] = x + n;
}
