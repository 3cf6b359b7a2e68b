// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 260
// buffer 256
// int 4
kernel void f(global const uchar *in, global int *out, int shift) {
  int i = get_global_id(0);
  out[i] = *(global const int *)(in + i * 4 + shift);
}
