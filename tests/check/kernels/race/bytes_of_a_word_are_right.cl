// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 64
// buffer 256
kernel void f(global int *words) {
  int i = get_global_id(0);
  global uchar *bytes = (global uchar *)words;
  for (int k = 0; k < 4; ++k)
    bytes[k * 64 + i] = k;
}
