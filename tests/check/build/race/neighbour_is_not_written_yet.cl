// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect 7: write to 'tile' races with a read by another work-item of the group [race]
kernel void f(global const float *in, global float *out) {
  local float tile[65];
  int l = get_local_id(0);
  tile[l] = in[get_global_id(0)];
  out[get_global_id(0)] = tile[l + 1];
}
