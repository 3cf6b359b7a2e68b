// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 16 16 local 4 4
// buffer 1024
// expect 10: write to 'm' races with a read by another work-item of the group
// expect 10: write to 'm' races with a read by a work-item of another group
kernel void f(global int *m) {
  int x = get_global_id(0), y = get_global_id(1);
  int a = m[y * 16 + x];
  m[x * 16 + y] = a;
}
