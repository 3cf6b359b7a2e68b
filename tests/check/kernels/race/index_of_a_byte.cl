// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 512 local 512
// buffer 2048
// expect 8: write to 'a' of the value that another work-item of the group writes
kernel void f(global int *a) {
  uchar i = get_global_id(0);
  a[i] = 7;
}
