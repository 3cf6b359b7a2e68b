// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 64
// buffer 512
// int 48
// expect 10: write to 'a' of the value that another work-item of the group writes
kernel void f(global int *a, int half_of_all) {
  int i = get_global_id(0);
  a[i] = 7;
  a[i + half_of_all] = 7;
}
