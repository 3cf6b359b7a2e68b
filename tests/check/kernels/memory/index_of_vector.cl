// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 8
// buffer 32
// expect 9: index 4 in an array or vector of 4
kernel void f(global int *out) {
  int i = get_global_id(0);
  int4 v = (int4)(i, i + 1, i + 2, i + 3);
  out[i] = v[i % 5];
}
