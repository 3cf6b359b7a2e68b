// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 1024
// int 8
// int 10
kernel void f(global int *a, int width, int pitch) {
  int i = get_global_id(0);
  int x = i % width, y = i / width;
  a[y * pitch + x] = a[y * pitch + x] + i;
}
