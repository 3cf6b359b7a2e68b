// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 128
// buffer 128
// expect 12: write behind the end of 'a'
// expect 13: write behind the end of 'b'
// expect 14: read behind the end of 'b'
// expect 14: write behind the end of 'a'
kernel void f(global int *a, global int *b) {
  int i = get_global_id(0);
  a[i] = 1;
  b[i] = 2;
  a[i] = b[i];
}
