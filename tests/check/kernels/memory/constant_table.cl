// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 256
// expect 10: read behind the end of 'table'
// result 0: 10 20 30 40 0
constant int table[4] = {10, 20, 30, 40};
kernel void f(global int *out) {
  int i = get_global_id(0);
  out[i] = table[i % 5];
}
