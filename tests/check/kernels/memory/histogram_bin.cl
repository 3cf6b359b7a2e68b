// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// data -1 0 1 2
// buffer 16
// expect 9: atomic operation behind the end of 'bins'
kernel void f(global const int *in, global int *bins) {
  int i = get_global_id(0);
  atomic_inc(&bins[in[i & 3] + 3]);
}
