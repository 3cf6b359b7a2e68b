// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 16
// buffer 4
// buffer 4
// expect 11: write to 'partial' races with a read by a work-item of another group
kernel void f(global int *partial, global int *count, global int *out) {
  local int is_last;
  if (get_local_id(0) == 0) {
    partial[get_group_id(0)] = 1;
    is_last = atomic_inc(count) == get_num_groups(0) - 1;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (is_last && get_local_id(0) == 0) {
    int sum = 0;
    for (int g = 0; g < get_num_groups(0); ++g)
      sum += partial[g];
    out[0] = sum;
  }
}
