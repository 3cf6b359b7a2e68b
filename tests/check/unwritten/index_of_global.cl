// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 16 local 8
// buffer 64
// int 3
// expect 11: 'at' was never written, and is part of an address
kernel void f(global int *out, int n) {
  int at;
  if (n > 5)
    at = n;
  out[at] = 1;
}
