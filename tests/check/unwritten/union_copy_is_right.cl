// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// buffer 64
// int 5
union either { uint word; uchar byte; };
kernel void f(global union either *out, int n) {
  union either x;
  x.byte = n;
  out[0] = x;
}
