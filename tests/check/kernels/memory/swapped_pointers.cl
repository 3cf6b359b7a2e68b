// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 256
// buffer 128
// int 3
// expect 12: read behind the end of 'b'
// expect 12: write behind the end of 'b'
kernel void f(global int *a, global int *b, int n) {
  int i = get_global_id(0);
  for (int k = 0; k < n; ++k) {
    a[i] += 1;
    global int *t = a;
    a = b;
    b = t;
  }
}
