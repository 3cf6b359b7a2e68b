// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 256
// buffer 256
// local 64
// local 64
// expect 14: write to 'now' races with a read by another work-item of the group
kernel void f(global int *in, global int *out, local int *now, local int *next) {
  uint l = get_local_id(0);
  now[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = 0; i < 3; ++i) {
    next[l] = now[(l + 1) % 16];
    local int *other = now;
    now = next;
    next = other;
    if (i == 0)
      barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = l;
}
