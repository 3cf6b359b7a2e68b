// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect 6: read outside of 'table' [memory]
constant int table[4] = {1, 2, 3, 4};
kernel void f(global int *out, int n) {
  out[get_global_id(0)] = table[(n & 3) + 4];
}
