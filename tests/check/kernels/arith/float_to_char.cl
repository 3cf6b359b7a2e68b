// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// float 200
// buffer 64
// expect 8: 8 bits do not hold
kernel void f(float x, global char *out) {
  out[get_global_id(0)] = (char)x;
}
