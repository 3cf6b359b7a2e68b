// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 32 local 16
// buffer 128
kernel void f(global int *out) {
  local int a[16];
  int i = get_local_id(0);
  if (i < 8)
    a[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = a[i / 2];
}
