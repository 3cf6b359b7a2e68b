// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 256
// buffer 256
// int 64
// expect 11: read behind the end of 'in'
kernel void f(global const int *in, global int *out, int n) {
  int sum = 0;
  for (global const int *p = in; p <= in + n; ++p)
    sum += *p;
  out[get_global_id(0)] = sum;
}
