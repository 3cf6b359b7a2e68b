// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// buffer 64
// int 5
struct pair { char a; int b; };
struct pair make(int n) {
  struct pair p;
  p.a = n;
  p.b = n;
  return p;
}
kernel void f(global struct pair *out, int n) {
  struct pair p = make(n), q = p;
  q.b += p.a;
  out[0] = q;
  out[1] = make(q.b);
}
