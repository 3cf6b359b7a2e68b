// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 512
// int 4
// expect 14: read behind the end of 'p'
// expect 14: index 4 in an array or vector of 4
// expect 14: write behind the end of 'pairs'
struct Pair { int a[4]; int b[4]; };
kernel void f(global struct Pair *pairs, int n) {
  struct Pair p;
  for (int i = 0; i < 4; ++i)
    p.a[i] = p.b[i] = i;
  pairs[get_global_id(0)].a[0] = p.b[n];
}
