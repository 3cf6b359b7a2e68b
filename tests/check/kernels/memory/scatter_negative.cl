// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// data 3 2 -1 0
// buffer 16
// expect 11: write before the beginning of 'out'
// expect 11: write to 'out' of the value that another work-item of the group writes
// expect 11: write to 'out' of the value that a work-item of another group writes
kernel void f(global const int *index, global int *out) {
  int i = get_global_id(0);
  out[index[i & 3]] = 1;
}
