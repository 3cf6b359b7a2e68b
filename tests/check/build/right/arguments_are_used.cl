// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void f(global int *out, int n, int unused_on_purpose __attribute__((unused)), int m) {
  (void)m;
  int a[4];
  for (int i = 0; i < 4; ++i)
    a[i] = n;
  out[get_global_id(0)] = a[n & 3] >> (n & 31);
}
