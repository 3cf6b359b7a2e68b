// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect 6: variable 'x' is uninitialized when used here
kernel void f(global int *out) {
  int x;
  out[get_global_id(0)] = x;
}
