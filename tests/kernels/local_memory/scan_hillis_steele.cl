// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inclusive scan of each group, double-buffered.
kernel void scan_hillis_steele(global const int *in, global int *out, local int *a, local int *b) {
  int l = get_local_id(0), n = get_local_size(0);
  a[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int d = 1; d < n; d <<= 1) {
    b[l] = l >= d ? a[l] + a[l - d] : a[l];
    barrier(CLK_LOCAL_MEM_FENCE);
    local int *t = a;
    a = b;
    b = t;
  }
  out[get_global_id(0)] = a[l];
}
