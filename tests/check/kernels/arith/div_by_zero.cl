// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// each: T char
// each: T int
// each: T uint
// each: T long
// range: 64 local 16
// data 1 0 3 0
// buffer 256
// expect 14: division by zero
kernel void f(global const int *in, global int *out) {
  int i = get_global_id(0);
  T d = (T)in[i & 3];
  out[i] = (int)((T)100 / d);
}
