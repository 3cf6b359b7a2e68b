// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 16
// buffer 256
// options: -cl-std=CL2.0
// expect 14: write to 'model' races with a read by another work-item of the group
kernel void f(global int *model, global int *out) {
  // The store has an order, but nobody is told by it of what stands behind it.
  local atomic_int count;
  int g = get_group_id(0);
  if (get_local_id(0) == 0) {
    atomic_store(&count, 0);
    model[g] = 7;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = model[g];
}
