// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expect 5: division by zero is undefined
kernel void f(global int *out, int n) {
  out[get_global_id(0)] = n / 0;
}
