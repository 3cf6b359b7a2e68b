// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 16 local 16
// sub 128 64
// expect 8: write before the beginning of 'out'
kernel void f(global int *out) {
  int i = get_global_id(0);
  out[i - 4] = 1;
}
