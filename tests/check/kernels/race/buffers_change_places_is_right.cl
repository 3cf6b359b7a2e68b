// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 256
// buffer 256
// local 64
// local 64
kernel void f(global int *in, global int *out, local int *now, local int *next) {
  uint l = get_local_id(0);
  now[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint offset = 1; offset < get_local_size(0); offset *= 2) {
    next[l] = l >= offset ? now[l] + now[l - offset] : now[l];
    barrier(CLK_LOCAL_MEM_FENCE);
    local int *other = now;
    now = next;
    next = other;
  }
  out[get_global_id(0)] = now[l];
}
