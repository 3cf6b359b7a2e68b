// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 8 local 8
// buffer 32
// expect 10: index 4 in an array or vector of 4
kernel void f(global int *out) {
  local int tile[4][4];
  size_t l = get_local_id(0);
  if (l < 4)
    tile[0][l + (l == 3)] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = tile[l / 4][l % 4];
}
