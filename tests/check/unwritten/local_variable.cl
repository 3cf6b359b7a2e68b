// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// buffer 4
// expect 9: 'x' is read where it was never written, and is stored where the host reads
kernel void f(global int *out) {
  local int x;
  if (*out > 0)
    x = *out;
  *out = x;
}
