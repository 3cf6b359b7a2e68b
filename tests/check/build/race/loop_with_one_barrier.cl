// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect 9: write to 'tile' races with a read by another work-item of the group [race]
kernel void f(global const float *in, global float *out) {
  local float tile[64];
  int l = get_local_id(0);
  float sum = 0;
  for (int k = 0; k < 4; ++k) {
    tile[l] = in[k * 64 + l];
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += tile[0] + tile[1];
  }
  out[get_global_id(0)] = sum;
}
