// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 256
// buffer 65536
// expect 9: write behind the end of 'a'
kernel void f(global int *a, global int *b) {
  size_t i = get_global_id(0);
  a[i + 1024] = 1;
  b[i] = 2;
}
