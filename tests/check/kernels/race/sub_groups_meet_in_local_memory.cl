// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 64
// buffer 256
// options: -cl-std=CL3.0
// expect 10: write to 'tile' races with a read by another work-item of the group
kernel void f(global int *out) {
  local int tile[64];
  int l = get_local_id(0);
  tile[l] = l;
  sub_group_reduce_add(l);
  out[l] = tile[63 - l];
}
