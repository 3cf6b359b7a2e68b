// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// unfilled 64
// buffer 64
// expect 9: is stored where the host reads
struct pair { int a, b; };
kernel void f(global struct pair *in, global struct pair *out) {
  in[1].a = 4;
  out[0] = in[1];
}
