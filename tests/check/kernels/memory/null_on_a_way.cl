// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 256
// expect 10: write through a null pointer
// result 0: 4 4
kernel void f(global int *out) {
  int i = get_global_id(0);
  global int *p = i < 32 ? out : 0;
  p[i] = 4;
}
