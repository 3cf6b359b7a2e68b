// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect 6: write through a null pointer [memory]
kernel void f(global int *out) {
  global int *p = 0;
  p[0] = out[0];
}
