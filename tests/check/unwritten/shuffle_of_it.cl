// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// buffer 64
// int 4
// expect 10: 'v' was never written, and is stored where the host reads
kernel void f(global int4 *out, int n) {
  int4 v;
  v.x = n;
  v.y = n;
  out[0] = v.xyzy;
}
