// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 4
// buffer 16
// expect 9: index 2 in an array or vector of 2
constant int table[3][2] = {{1, 2}, {3, 4}, {5, 6}};
kernel void f(global int *out) {
  int i = get_global_id(0);
  out[i] = table[i / 2][i == 2 ? 2 : i % 2];
}
