// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 256
// expect 10: read behind the end of 'values'
// result 0: 1 2 3 4 5 6 7 8 0 0
kernel void f(global int *out) {
  int values[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  int i = get_global_id(0);
  out[i] = values[i & 15];
}
