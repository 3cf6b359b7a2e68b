// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// data 0 1 2 3 0 1 2 3 0 1 2 3 0 1 2 3
// buffer 16
// result 1: 16 16 16 16
kernel void f(global const int *in, global int *bins) {
  atomic_inc(&bins[in[get_local_id(0)]]);
}
