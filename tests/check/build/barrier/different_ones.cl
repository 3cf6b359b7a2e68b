// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect 6: work-items of a group are at different barriers [barrier]
kernel void f(global int *out) {
  if (get_local_id(0) == 0)
    barrier(CLK_GLOBAL_MEM_FENCE);
  else
    barrier(CLK_GLOBAL_MEM_FENCE);
  out[get_global_id(0)] = 1;
}
