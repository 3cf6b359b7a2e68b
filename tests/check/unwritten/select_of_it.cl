// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 16 local 8
// buffer 64
// int 3
// expect 12: 'x' was never written, and is stored where the host reads
kernel void f(global int *out, int n) {
  int i = get_global_id(0);
  int x;
  if (n > 5)
    x = 1;
  out[i] = i > 8 ? x : 2;
}
