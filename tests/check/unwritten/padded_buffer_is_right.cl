// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// unfilled 64
// buffer 64
struct padded { char a; long b; };
kernel void f(global struct padded *a, global struct padded *out) {
  struct padded p;
  p.a = 1;
  p.b = 2;
  a[0] = p;
  a[1].a = 3;
  a[1].b = 4;
  out[0] = a[0];
  out[1] = a[1];
  out[0].b = a[0].b;
  vstore2((int2)(1, 2), 0, (global int *)out);
}
