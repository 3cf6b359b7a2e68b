// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 4
// buffer 64
// expect 9: index -1 in an array or vector of 4
typedef int Row[4];
kernel void f(global Row *rows) {
  int i = get_global_id(0);
  rows[1][i - 1] = i;
}
