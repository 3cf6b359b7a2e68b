// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// range: 16 local 8
// buffer 64
// int 4
kernel void f(global int *out, int n) {
  local int turn[8];
  int i = get_local_id(0);
  int kept[3];
  int sum = 0;
  for (int j = 0; j < n; ++j) {
    turn[i] = j + i;
    kept[j % 3] = j;
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += turn[(i + j) & 7] + kept[j % 3];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = sum;
}
