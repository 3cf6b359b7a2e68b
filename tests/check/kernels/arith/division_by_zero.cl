// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// each: T char OP /
// each: T int OP /
// each: T uint OP /
// each: T long OP /
// each: T char OP %
// each: T int OP %
// each: T uint OP %
// each: T long OP %
// range: 64 local 16
// data 1 0 3 0
// buffer 256
// expect 18: division by zero
kernel void f(global const int *in, global int *out) {
  int i = get_global_id(0);
  T d = (T)in[i & 3];
  out[i] = (int)((T)100 OP d);
}
