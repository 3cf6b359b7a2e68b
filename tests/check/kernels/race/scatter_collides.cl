// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 16 local 16
// data 0 1 2 3 4 5 6 7 8 9 10 3 12 13 14 15
// buffer 64
// expect 9: write to 'out' races with a write by another work-item of the group
kernel void f(global const int *to, global int *out) {
  int i = get_global_id(0);
  out[to[i]] = i;
}
