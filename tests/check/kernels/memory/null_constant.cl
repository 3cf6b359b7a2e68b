// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 256
// expect 11: write through a null pointer
// result 0: 3 3
kernel void f(global int *out) {
  int i = get_global_id(0);
  global int *p = 0;
  if (i > 60)
    p[i] = 1;
  out[i] = 3;
}
