// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect 6: barrier that other work-items of the group do not come to [barrier]
kernel void f(global int *out) {
  for (int i = 0; i < get_local_id(0) + 1; ++i)
    barrier(CLK_GLOBAL_MEM_FENCE);
  out[get_global_id(0)] = 1;
}
