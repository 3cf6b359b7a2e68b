// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 64
// buffer 1024
// int 2
// expect 9: write to 'a' of the value that another work-item of the group writes
kernel void f(global int *a, int width) {
  int i = get_global_id(0);
  a[i / width] = 7;
}
