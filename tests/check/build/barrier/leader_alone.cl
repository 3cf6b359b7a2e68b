// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect 7: barrier that other work-items of the group do not come to [barrier]
kernel void f(global int *out) {
  local int x;
  if (get_local_id(0) == 0) {
    barrier(CLK_LOCAL_MEM_FENCE);
    x = 1;
  }
  out[get_global_id(0)] = get_local_id(0);
}
