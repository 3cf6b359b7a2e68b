// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// buffer 64
// int 4
// expect 11: 'x' was never written, and is stored where the host reads
union either { uint word; uchar bytes[4]; };
kernel void f(global uint *out, int n) {
  union either x;
  x.bytes[0] = n;
  x.bytes[3] = n;
  out[0] = x.word;
}
