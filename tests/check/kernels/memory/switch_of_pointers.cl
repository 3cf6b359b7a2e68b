// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 256
// buffer 64
// buffer 128
// expect 17: write behind the end of 'b'
// expect 17: write behind the end of 'c'
kernel void f(global int *a, global int *b, global int *c) {
  int i = get_global_id(0);
  global int *p;
  switch (i % 3) {
  case 0: p = a; break;
  case 1: p = b; break;
  default: p = c;
  }
  p[i] = 1;
}
