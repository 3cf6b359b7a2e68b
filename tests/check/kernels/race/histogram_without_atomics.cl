// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 64
// data 0 1 2 3 0 1 2 3 0 1 2 3 0 1 2 3
// buffer 16
// expect 9: write to 'bins' races with a read by another work-item of the group
// may 9: write to 'bins'
kernel void f(global const int *in, global int *bins) {
  bins[in[get_global_id(0) & 15]]++;
}
