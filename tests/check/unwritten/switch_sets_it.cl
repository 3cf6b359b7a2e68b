// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 16 local 8
// buffer 64
kernel void f(global int *out) {
  int i = get_global_id(0);
  int x, y;
  switch (i & 3) {
  case 0: x = 1; y = 2; break;
  case 1: x = 2; break;
  default: x = 3; y = i; break;
  }
  if ((i & 3) != 1)
    x += y;
  out[i] = x;
}
