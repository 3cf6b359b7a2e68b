// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What work-items before one have, in local and in global memory, where there are such.
kernel void neighbours_before(global const uint *in, global uint *out, local uint *part) {
  uint id = get_global_id(0), lid = get_local_id(0);
  part[lid] = in[id];
  barrier(CLK_LOCAL_MEM_FENCE);
  uint sum = lid > 0 ? part[lid - 1] * 3 : 7;
  if (lid >= 5)
    sum += part[lid - 5] * 5;
  else
    sum += 1;
  out[id] = sum + (id != 0 ? in[id - 1] : 2);
}
