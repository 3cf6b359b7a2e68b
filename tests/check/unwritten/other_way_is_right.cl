// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 16 local 8
// buffer 64
// int 3
kernel void f(global int *out, int n) {
  int i = get_global_id(0);
  int x;
  bool has = i > n;
  if (has)
    x = i;
  out[i] = 0;
  if (has)
    out[i] = x;
  out[i] += has ? x : 1;
}
