// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 256
// buffer 256
kernel void f(global int *a, global int *b) {
  int i = get_global_id(0);
  a[i] = i;
  a[i] += 1;
  b[i] = a[i] + b[i];
}
