// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 64
// buffer 512
struct pair { int a; int b; };
kernel void f(global struct pair *p) {
  int i = get_global_id(0);
  if (i & 1)
    p[i / 2].a = i;
  else
    p[i / 2].b = i;
}
