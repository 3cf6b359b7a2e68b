// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 16
// buffer 4
// buffer 4
// options: -cl-std=CL2.0
// result 2: 4
kernel void f(global int *partial, global atomic_int *count, global int *out) {
  if (get_local_id(0) != 0)
    return;
  partial[get_group_id(0)] = 1;
  if (atomic_fetch_add_explicit(count, 1, memory_order_acq_rel, memory_scope_device) !=
      get_num_groups(0) - 1)
    return;
  int sum = 0;
  for (int g = 0; g < get_num_groups(0); ++g)
    sum += partial[g];
  out[0] = sum;
}
