// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 32 local 16
// pointers-to 64
// expect 8: write behind the end of SVM allocation
kernel void f(global ulong *table) {
  global int *p = (global int *)table[0];
  p[get_global_id(0)] = 1;
}
