// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect 7: write to 'total' races with a read by another work-item of the group [race]
kernel void f(global const float *in, global float *out) {
  local float total;
  if (get_local_id(0) == 0)
    total = in[get_group_id(0)];
  out[get_global_id(0)] = total;
}
