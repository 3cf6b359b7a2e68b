// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 16 local 8
// buffer 64
kernel void f(global int *out) {
  int i = get_global_id(0);
  int x;
  x = work_group_reduce_add(i);
  x += work_group_scan_inclusive_max(i);
  out[i] = x + work_group_broadcast(i, 3);
}
