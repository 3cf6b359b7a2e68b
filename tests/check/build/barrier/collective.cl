// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect 7: barrier that other work-items of the group do not come to [barrier]
kernel void f(global int *out) {
  int sum = 0;
  if (get_local_id(0) > 0)
    sum = work_group_reduce_add(1);
  out[get_global_id(0)] = sum;
}
