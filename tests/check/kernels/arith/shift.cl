// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// each: T uchar
// each: T int
// each: T uint
// each: T ulong
// range: 64 local 16
// data 1 200 3 65
// buffer 256
// expect 13: shift of a
kernel void f(global const int *in, global int *out) {
  int i = get_global_id(0);
  out[i] = (int)((T)1 << (T)in[i & 3]);
}
