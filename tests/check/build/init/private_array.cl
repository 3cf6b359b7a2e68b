// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect 6: 'a' is read, and nothing writes to it [init]
kernel void f(global int *out, int n) {
  int a[4];
  out[get_global_id(0)] = a[n & 3];
}
