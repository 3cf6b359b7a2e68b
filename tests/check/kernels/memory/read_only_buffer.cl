// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 256 read-only
// expect 8: write to 'out', which is read-only
// result 0: 1 1
kernel void f(global int *out) {
  out[get_global_id(0)] = 1;
}
