// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 8
// buffer 256
// expect 13: 'a' is read where it was never written, and is stored where the host reads
kernel void f(global int *out) {
  local int a[8];
  int i = get_local_id(0);
  if (get_group_id(0) == 0)
    a[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_group_id(0) != 0)
    out[get_global_id(0)] = a[i];
}
