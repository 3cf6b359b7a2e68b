// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// unfilled 16
// result 0: 1 2 0 0
// expect host: the host reads bytes of buffer that nobody has written
kernel void f(global int *out) {
  out[0] = 1;
  out[1] = 2;
}
