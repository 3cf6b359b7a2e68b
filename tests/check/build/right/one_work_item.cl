// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void f(global const int *in, global int *out, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i)
    sum += in[i];
  out[0] = sum;
  out[1] = out[0] + 1;
}
