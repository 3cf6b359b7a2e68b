// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// buffer 64
// local 24
// int 5
struct inner { char a; int b; char c; };
struct outer { char a; long b; char c; struct inner d; };
kernel void f(global struct outer *out, local struct inner *kept, int n) {
  struct outer s;
  s.a = 1;
  s.b = n;
  s.c = 3;
  s.d.a = 4;
  s.d.b = n;
  s.d.c = 6;
  kept[0] = s.d;
  kept[1] = kept[0];
  s.d = kept[1];
  *out = s;
}
