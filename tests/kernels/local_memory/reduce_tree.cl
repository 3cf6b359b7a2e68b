// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sum of each group; powers of two only.
kernel void reduce_tree(global const uint *in, global uint *out, local uint *tmp) {
  uint l = get_local_id(0);
  tmp[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint half_size = get_local_size(0) / 2; half_size > 0; half_size >>= 1) {
    if (l < half_size)
      tmp[l] += tmp[l + half_size];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0)
    out[get_group_id(0)] = tmp[0];
}
