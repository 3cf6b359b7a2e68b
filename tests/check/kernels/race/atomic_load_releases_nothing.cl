// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 4
// buffer 16
// options: -cl-std=CL2.0
// expect 13: write to 'sum' races with a
// may 13: read of 'sum' races with a
kernel void f(global atomic_int *flag, global int *sum) {
  // Work-items only look at the flag: none passes on what it has done.
  while (atomic_load(flag) != 0)
    ;
  sum[0] += get_global_id(0) + 1;
}
