// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 16 local 16
// buffer 64
// expect 13: 'flags' is read where it was never written, and decides a branch
kernel void f(global int *out) {
  local int flags[16];
  int i = get_local_id(0);
  if (i < 8)
    flags[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = 0;
  if (flags[15 - i])
    out[i] = 1;
}
