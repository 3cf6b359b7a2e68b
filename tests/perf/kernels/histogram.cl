// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Histogram of bytes: each work-group counts in local memory with atomics, a second kernel adds the
// groups' histograms.

#define BINS 256

kernel void countBytes(global const uint *data, global uint *partial, uint words) {
  local uint bins[BINS];
  uint lid = get_local_id(0);
  uint size = get_local_size(0);
  for (uint i = lid; i < BINS; i += size)
    bins[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = get_global_id(0); i < words; i += get_global_size(0)) {
    uint word = data[i];
    atomic_inc(&bins[word & 0xff]);
    atomic_inc(&bins[(word >> 8) & 0xff]);
    atomic_inc(&bins[(word >> 16) & 0xff]);
    atomic_inc(&bins[word >> 24]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = lid; i < BINS; i += size)
    partial[get_group_id(0) * BINS + i] = bins[i];
}

kernel void addHistograms(global const uint *partial, global uint *histogram, uint groups) {
  uint bin = get_global_id(0);
  uint sum = 0;
  for (uint group = 0; group < groups; ++group)
    sum += partial[group * BINS + bin];
  histogram[bin] = sum;
}
