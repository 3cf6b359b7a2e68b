// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 4 local 4
// buffer 96
// buffer 256
// expect 10: read behind the end of 'in'
struct Large { int all[16]; };
kernel void f(global const struct Large *in, global struct Large *out) {
  int i = get_global_id(0);
  out[i] = in[i];
}
