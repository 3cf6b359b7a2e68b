// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 260
// buffer 256
// expect 9: misaligned read in 'in'
kernel void f(global const uchar *in, global int *out) {
  int i = get_global_id(0);
  out[i] = *(global const int *)(in + i * 4 + 1);
}
