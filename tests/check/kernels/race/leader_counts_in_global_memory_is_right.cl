// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 16
kernel void f(global int *out) {
  global int *own = out + get_group_id(0);
  for (int i = 0; i < 16; ++i) {
    if (get_local_id(0) == i)
      *own += i;
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
}
