// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 16
kernel void f(global int *out) {
  local int shared;
  if (get_local_id(0) == 0)
    shared = get_group_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 7)
    out[shared] = shared;
}
