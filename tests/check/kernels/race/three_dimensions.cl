// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 4 4 4 local 2 2 2
// buffer 64
// expect 9: write to 'out' races with a write by another work-item of the group
// expect 9: write to 'out' races with a write by a work-item of another group
kernel void f(global int *out) {
  int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  out[y * 4 + x] = z;
}
