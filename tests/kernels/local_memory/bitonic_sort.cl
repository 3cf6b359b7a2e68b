// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sorts each group's elements ascending; powers of two.
kernel void bitonic_sort(global int *data, local int *tmp) {
  int l = get_local_id(0), n = get_local_size(0);
  tmp[l] = data[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 2; k <= n; k <<= 1)
    for (int j = k >> 1; j > 0; j >>= 1) {
      int with = l ^ j;
      if (with > l) {
        int a = tmp[l], b = tmp[with];
        if ((l & k) == 0 ? a > b : a < b) {
          tmp[l] = b;
          tmp[with] = a;
        }
      }
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  data[get_global_id(0)] = tmp[l];
}
