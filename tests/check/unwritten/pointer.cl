// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// buffer 64
// int 3
// expect 11: 'p' was never written, and is part of an address
// expect 11: through a null pointer
kernel void f(global int *out, int n) {
  global int *p;
  if (n > 5)
    p = out;
  *p = 1;
}
