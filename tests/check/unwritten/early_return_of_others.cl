// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 16 local 16
// buffer 64
// int 4
// expect 15: 'a' is read where it was never written, and is stored where the host reads
kernel void f(global int *out, int n) {
  local int a[16];
  int i = get_local_id(0);
  if (i < n)
    a[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i >= n)
    return;
  out[i] = a[i + 1];
}
