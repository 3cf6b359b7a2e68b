// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 64
// buffer 512
// expect 9: write to 'p' races with a read by another work-item of the group
struct pair { int a; int b; };
kernel void f(global struct pair *p) {
  int i = get_global_id(0);
  p[i].a = i;
  p[i].b = p[i ^ 1].a;
}
