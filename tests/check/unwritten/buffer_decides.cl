// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 16 local 8
// unfilled 64
// buffer 64
// expect 9: 'in' is read where it was never written, and decides a branch
kernel void f(global int *in, global int *out) {
  int i = get_global_id(0);
  if (in[i] > 3)
    out[i] = 1;
}
