// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// buffer 64
global int counter;
constant int table[4] = {1, 2};
kernel void f(global int *out) {
  out[0] = atomic_inc(&counter) + table[3];
}
