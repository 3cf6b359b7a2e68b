// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 64
// buffer 256
// expect 11: sub-group function that other work-items of the sub-group do not come to
// options: -cl-std=CL3.0
kernel void f(global int *out) {
  int i = get_global_id(0);
  int all = 0;
  for (int k = 0; k <= (i & 1); ++k)
    all += sub_group_any(i == k);
  out[i] = all;
}
