// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 256
// int 64
// expect 8: write behind the end of 'out'
kernel void f(global int *out, int n) {
  out[n] = 1;
}
