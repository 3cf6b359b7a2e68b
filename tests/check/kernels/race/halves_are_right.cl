// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 512
// int 64
kernel void f(global float *a, int half_of_all) {
  int i = get_global_id(0);
  float sum = a[i] + a[i + half_of_all], difference = a[i] - a[i + half_of_all];
  a[i] = sum;
  a[i + half_of_all] = difference;
}
