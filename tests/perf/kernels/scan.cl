// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inclusive prefix sums: each work-group scans its part in local memory (Hillis and Steele), the parts'
// sums are scanned in turn, and added.

kernel void scanParts(global const uint *in, global uint *out, global uint *sums, uint count,
                      local uint *now, local uint *next) {
  uint id = get_global_id(0);
  uint lid = get_local_id(0);
  uint size = get_local_size(0);
  now[lid] = id < count ? in[id] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint offset = 1; offset < size; offset *= 2) {
    next[lid] = lid >= offset ? now[lid] + now[lid - offset] : now[lid];
    barrier(CLK_LOCAL_MEM_FENCE);
    local uint *other = now;
    now = next;
    next = other;
  }
  if (id < count)
    out[id] = now[lid];
  if (lid == size - 1)
    sums[get_group_id(0)] = now[lid];
}

kernel void addSums(global uint *out, global const uint *sums, uint count) {
  uint id = get_global_id(0);
  uint group = get_group_id(0);
  if (group > 0 && id < count)
    out[id] += sums[group - 1];
}
