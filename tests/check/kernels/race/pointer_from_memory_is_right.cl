// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 64
// pointers-to 256
// buffer 256
kernel void f(global int *global *where, global int *out) {
  int i = get_global_id(0);
  out[i] = (*where)[i];
  (*where)[i] = i;
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[i] += (*where)[63 - i];
}
