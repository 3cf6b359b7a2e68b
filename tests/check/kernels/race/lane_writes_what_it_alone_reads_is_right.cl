// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 64
// buffer 256
kernel void f(global int *a) {
  if (get_global_id(0) == 5) {
    int x = a[0];
    a[0] = x + 1;
  }
}
