// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// 16 bins per group with local atomics, then added to global bins.
kernel void histogram(global const uint *in, global uint *bins, int per_item) {
  local uint counts[16];
  uint l = get_local_id(0), n = get_local_size(0);
  for (uint i = l; i < 16; i += n)
    counts[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < per_item; ++i)
    atomic_inc(&counts[in[get_global_id(0) * per_item + i] >> 28]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = l; i < 16; i += n)
    atomic_add(&bins[i], counts[i]);
}
