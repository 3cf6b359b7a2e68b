// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 2 local 1
// buffer 4
// buffer 8
// expect 11: write to 'data' races with a read by a work-item of another group
kernel void f(global int *data, global int *out) {
  int group = get_group_id(0);
  out[group] = data[0];
  if (group == 1)
    data[0] = group;
}
