// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 64 local 16
// buffer 256
// expect 12: write behind the end of 'first'
// result 0: 0 1 2 3
kernel void f(global int *out) {
  local int first[16], second[16];
  int l = get_local_id(0);
  first[l] = l;
  second[l] = l;
  first[l + 16] = 5;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = second[l] + first[0];
}
