// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 4
// buffer 256
// result 0: 64
kernel void f(global int *counter, global int *out) {
  out[atomic_inc(counter)] = 1;
}
