// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// buffer 64
// int 3
// expect 10: is stored where the host reads
struct pair { int a, b; };
kernel void f(global struct pair *out, int n) {
  struct pair p;
  p.a = n;
  out[1] = p;
}
