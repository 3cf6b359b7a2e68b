// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 260
// expect 10: write to 'a' races with a read by another work-item of the group
// expect 10: write to 'a' races with a read by a work-item of another group
kernel void f(global int *a) {
  int i = get_global_id(0);
  int next = a[i + 1];
  a[i] = next + 1;
}
