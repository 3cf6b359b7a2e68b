// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 256
// each: MEET barrier(0)
// each: MEET barrier(CLK_GLOBAL_MEM_FENCE)
// each: MEET mem_fence(CLK_LOCAL_MEM_FENCE)
// expect 12: write to 'tile' races with a read
kernel void f(global int *out) {
  local int tile[16];
  int l = get_local_id(0);
  tile[l] = l;
  MEET;
  out[get_global_id(0)] = tile[15 - l];
}
