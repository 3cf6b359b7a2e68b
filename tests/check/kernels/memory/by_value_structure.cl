// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 256
// int 5
// expect 9: read behind the end of 'v'
kernel void f(global int *out, int n) {
  int4 v = (int4)(1, 2, 3, 4);
  out[get_global_id(0)] = ((int *)&v)[n];
}
