// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 256
// expect 10: write to 'tile' races with an atomic operation by another work-item of the group
kernel void f(global int *out) {
  local int tile[16];
  int l = get_local_id(0);
  if (l == 0)
    tile[0] = 3;
  atomic_inc((volatile local int *)&tile[0]);
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[get_global_id(0)] = l;
}
