// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One step of a bitonic sort: compares and exchanges elements `distance` apart, in runs of `run`
// elements that rise and fall by turns.

kernel void bitonicStep(global uint *keys, uint run, uint distance) {
  uint id = get_global_id(0);
  uint left = (id / distance) * 2 * distance + id % distance;
  uint right = left + distance;
  bool rising = (left & run) == 0;
  uint a = keys[left], b = keys[right];
  uint low = min(a, b), high = max(a, b);
  keys[left] = rising ? low : high;
  keys[right] = rising ? high : low;
}
