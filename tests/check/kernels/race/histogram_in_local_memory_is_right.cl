// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// data 0 1 2 3 0 1 2 3 0 1 2 3 0 1 2 3
// buffer 16
// result 1: 16 16 16 16
kernel void f(global const int *in, global int *out) {
  local int bins[4];
  int l = get_local_id(0);
  if (l < 4)
    bins[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_inc(&bins[in[l]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < 4)
    atomic_add(&out[l], bins[l]);
}
