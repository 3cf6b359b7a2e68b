// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 256
// expect 10: write behind the end of 'values'
// result 0: 9 9
kernel void f(global int *out) {
  int values[4];
  values[0] = 9;
  values[4] = 1;
  out[get_global_id(0)] = values[0];
}
