// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 64
// buffer 1024
// int 8
// int 6
// expect 11: write to 'a' of the value that another work-item of the group writes
kernel void f(global int *a, int width, int pitch) {
  int i = get_global_id(0);
  int x = i % width, y = i / width;
  a[y * pitch + x] = 7;
}
