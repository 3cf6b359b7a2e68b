// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 256
// buffer 256
// expect 9: write to 'scratch' races with a read by another work-item of the group
kernel void f(global int *out, global int *scratch) {
  int i = get_global_id(0), l = get_local_id(0);
  scratch[i] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = scratch[i - l + 15 - l];
}
