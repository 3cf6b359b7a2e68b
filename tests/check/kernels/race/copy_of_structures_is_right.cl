// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 64
// buffer 1280
// buffer 1280
struct record { int a[5]; };
kernel void f(global struct record *from, global struct record *to) {
  int i = get_global_id(0);
  to[i] = from[63 - i];
}
