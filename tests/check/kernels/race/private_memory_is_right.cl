// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 256
kernel void f(global int *out) {
  int own[16];
  for (int i = 0; i < 16; ++i)
    own[i] = i;
  out[get_global_id(0)] = own[out[get_global_id(0)] & 15];
}
