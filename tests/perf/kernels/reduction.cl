// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sum by a tree in local memory; each work-item first adds two elements.

kernel void reduction(global const float *in, global float *partial, local float *scratch) {
  int lid = get_local_id(0);
  int size = get_local_size(0);
  int first = get_group_id(0) * size * 2 + lid;
  scratch[lid] = in[first] + in[first + size];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int stride = size / 2; stride > 0; stride /= 2) {
    if (lid < stride)
      scratch[lid] += scratch[lid + stride];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid == 0)
    partial[get_group_id(0)] = scratch[0];
}
