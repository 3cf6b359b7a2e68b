// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Transposition sort of each group; any size; barriers in a loop that stops when nothing moved.
kernel void odd_even_sort(global int *data, local int *tmp) {
  local int moved;
  int l = get_local_id(0), n = get_local_size(0);
  tmp[l] = data[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (;;) {
    if (l == 0)
      moved = 0;
    for (int phase = 0; phase < 2; ++phase) {
      barrier(CLK_LOCAL_MEM_FENCE);
      if (l % 2 == phase && l + 1 < n && tmp[l] > tmp[l + 1]) {
        int t = tmp[l];
        tmp[l] = tmp[l + 1];
        tmp[l + 1] = t;
        moved = 1;
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    int again = moved;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (!again)
      break;
  }
  data[get_global_id(0)] = tmp[l];
}
