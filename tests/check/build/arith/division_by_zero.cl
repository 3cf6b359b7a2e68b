// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect 6: division by zero [arith]
kernel void f(global int *out, int n) {
  int step = 4 - 2 * 2, x = step;
  out[get_global_id(0)] = n / x;
}
