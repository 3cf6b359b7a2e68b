// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 64
// buffer 256
// expect 11: sub-group function that other work-items of the sub-group do not come to
// options: -cl-std=CL3.0
kernel void f(global int *out) {
  int i = get_global_id(0);
  if (i % 4 == 3)
    return;
  out[i] = sub_group_reduce_add(i);
}
