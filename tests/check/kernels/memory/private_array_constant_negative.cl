// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 256
// expect 9: read before the beginning of 'values'
kernel void f(global int *out) {
  int values[4] = {1, 2, 3, 4};
  int *p = values;
  out[get_global_id(0)] = p[-1];
}
