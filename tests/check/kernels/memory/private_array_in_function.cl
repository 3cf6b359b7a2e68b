// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 256
// int 5
// expect 8: read behind the end of 'values'
int last(const int *values, int n) {
  return values[n];
}
kernel void f(global int *out, int n) {
  int values[5] = {1, 2, 3, 4, 5};
  out[get_global_id(0)] = last(values, n);
}
