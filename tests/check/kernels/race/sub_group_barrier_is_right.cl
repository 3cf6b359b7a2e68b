// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 256
// options: -cl-std=CL3.0
kernel void f(global int *out) {
  local int tile[16];
  int l = get_local_id(0), lane = get_sub_group_local_id();
  tile[l] = l;
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  int other = lane ^ 1;
  out[get_global_id(0)] = other < get_sub_group_size() ? tile[l - lane + other] : 0;
}
