// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Exclusive scan of 2 * local size elements per group: up-sweep, down-sweep.
kernel void scan_blelloch(global const int *in, global int *out, local int *tmp) {
  int l = get_local_id(0), n = 2 * get_local_size(0);
  int base = n * get_group_id(0), stride = 1;
  tmp[2 * l] = in[base + 2 * l];
  tmp[2 * l + 1] = in[base + 2 * l + 1];
  for (int d = n >> 1; d > 0; d >>= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < d)
      tmp[stride * (2 * l + 2) - 1] += tmp[stride * (2 * l + 1) - 1];
    stride *= 2;
  }
  if (l == 0)
    tmp[n - 1] = 0;
  for (int d = 1; d < n; d *= 2) {
    stride >>= 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < d) {
      int i = stride * (2 * l + 1) - 1, j = stride * (2 * l + 2) - 1;
      int t = tmp[i];
      tmp[i] = tmp[j];
      tmp[j] += t;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[base + 2 * l] = tmp[2 * l];
  out[base + 2 * l + 1] = tmp[2 * l + 1];
}
