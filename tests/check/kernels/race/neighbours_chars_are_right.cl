// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 64
kernel void f(global uchar *out) {
  int i = get_global_id(0);
  out[i] = i;
  out[i] += 1;
}
