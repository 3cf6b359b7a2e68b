// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 64
// buffer 1024 write-only
// result 0: 0 42 0 7 0 42
kernel void f(global int4 *out) {
  int i = get_global_id(0);
  out[i].y = 42;
  if (i == 0)
    out[i].w = 7;
}
