// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 16 local 8
// buffer 64
// int 3
kernel void f(global int *out, int n) {
  int i = get_global_id(0);
  int at;
  int found = 0;
  for (int j = 0; j < n; ++j)
    if (((i + j) & 1) == 0) {
      at = j;
      found = 1;
      break;
    }
  out[i] = found ? at : -1;
}
