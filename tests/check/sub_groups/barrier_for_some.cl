// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 64
// buffer 256
// expect 10: sub-group function that other work-items of the sub-group do not come to
// options: -cl-std=CL3.0
kernel void f(global int *out) {
  int i = get_global_id(0);
  if (i % 3 == 0)
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = i;
}
