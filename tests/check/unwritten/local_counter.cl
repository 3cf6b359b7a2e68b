// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 16 local 16
// buffer 64
// expect 9: is what an atomic operation begins with
kernel void f(global int *out) {
  local int count;
  int i = get_local_id(0);
  atomic_inc(&count);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i == 0)
    out[0] = count;
}
