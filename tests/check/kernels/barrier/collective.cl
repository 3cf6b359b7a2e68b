// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 256
// expect 9: barrier
kernel void f(global int *out) {
  int i = get_global_id(0), r = 0;
  if (get_local_id(0) < 10)
    r = work_group_reduce_add(i);
  out[i] = r;
}
