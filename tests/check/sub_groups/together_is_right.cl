// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 50 local 25
// buffer 256
// options: -cl-std=CL3.0
#pragma OPENCL EXTENSION cl_khr_subgroup_non_uniform_vote : enable
kernel void f(global int *out) {
  int i = get_global_id(0);
  int all = sub_group_reduce_add(i) + sub_group_broadcast(i, 0);
  if (get_group_id(0) == 1)
    all += sub_group_scan_inclusive_max(i);
  for (int k = 0; k < 3; ++k)
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  if (i & 1)
    all += sub_group_non_uniform_any(i == 5);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = all + sub_group_all(i < 100);
}
