// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 256
kernel void f(global int *out) {
  int l = get_local_id(0);
  int sum = work_group_reduce_add(l) + work_group_scan_inclusive_add(l);
  out[get_global_id(0)] = work_group_broadcast(sum, 3);
}
