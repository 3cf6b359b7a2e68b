// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 264
// buffer 256
kernel void f(global const int *in, global int *out) {
  int i = get_global_id(0);
  out[i] = in[i] + in[i + 1] + in[i + 2];
}
