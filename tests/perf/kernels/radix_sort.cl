// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A stable sort by four bits, in three kernels: each work-item counts the digits of its own run of
// keys in local memory; the counts of all work-items are scanned, digit by digit; each work-item
// moves its keys to where its counts say.

#define DIGITS 16
#define ITEMS 64

kernel void countDigits(global const uint *keys, global uint *counts, uint perItem, uint shift,
                        local uint *own) {
  uint id = get_global_id(0);
  uint lid = get_local_id(0);
  uint items = get_global_size(0);
  for (uint digit = 0; digit < DIGITS; ++digit)
    own[digit * ITEMS + lid] = 0;
  for (uint i = 0; i < perItem; ++i) {
    uint digit = (keys[id * perItem + i] >> shift) & (DIGITS - 1);
    ++own[digit * ITEMS + lid];
  }
  for (uint digit = 0; digit < DIGITS; ++digit)
    counts[digit * items + id] = own[digit * ITEMS + lid];
}

// One work-group scans all counts, exclusively, a stretch per work-item.
kernel void scanCounts(global uint *counts, uint count, local uint *sums) {
  uint lid = get_local_id(0);
  uint size = get_local_size(0);
  uint stretch = count / size;
  uint sum = 0;
  for (uint i = 0; i < stretch; ++i)
    sum += counts[lid * stretch + i];
  sums[lid] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint offset = 1; offset < size; offset *= 2) {
    uint before = lid >= offset ? sums[lid - offset] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    sums[lid] += before;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  uint running = sums[lid] - sum;
  for (uint i = 0; i < stretch; ++i) {
    uint own = counts[lid * stretch + i];
    counts[lid * stretch + i] = running;
    running += own;
  }
}

kernel void moveKeys(global const uint *keys, global uint *sorted, global const uint *counts,
                     uint perItem, uint shift, local uint *next) {
  uint id = get_global_id(0);
  uint lid = get_local_id(0);
  uint items = get_global_size(0);
  for (uint digit = 0; digit < DIGITS; ++digit)
    next[digit * ITEMS + lid] = counts[digit * items + id];
  for (uint i = 0; i < perItem; ++i) {
    uint key = keys[id * perItem + i];
    uint digit = (key >> shift) & (DIGITS - 1);
    sorted[next[digit * ITEMS + lid]++] = key;
  }
}
