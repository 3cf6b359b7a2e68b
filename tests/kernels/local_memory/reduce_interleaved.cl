// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Maximum of each group with a growing stride; any size.
kernel void reduce_interleaved(global const int *in, global int *out, local int *tmp) {
  uint l = get_local_id(0), n = get_local_size(0);
  tmp[l] = in[get_global_id(0)];
  for (uint stride = 1; stride < n; stride *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l % (2 * stride) == 0 && l + stride < n)
      tmp[l] = max(tmp[l], tmp[l + stride]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == n - 1)
    out[get_group_id(0)] = tmp[0];
}
