// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 64
// svm 256
// expect 8: write to 'a' races with a read by another work-item of the group
kernel void f(global int *a) {
  int i = get_global_id(0);
  a[i] = a[63 - i];
}
