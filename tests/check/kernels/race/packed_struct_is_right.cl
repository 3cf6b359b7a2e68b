// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 64
// buffer 320
struct __attribute__((packed)) record { char a; int b; };
kernel void f(global struct record *p) {
  int i = get_global_id(0);
  p[i].a = i;
  p[i].b = i;
}
