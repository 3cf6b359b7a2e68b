// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All shortest paths: one launch per node k that paths may lead through.

kernel void floydWarshall(global uint *distances, global uint *through, uint n, uint k) {
  uint x = get_global_id(0);
  uint y = get_global_id(1);
  uint direct = distances[y * n + x];
  uint detour = distances[y * n + k] + distances[k * n + x];
  if (detour < direct) {
    distances[y * n + x] = detour;
    through[y * n + x] = k;
  }
}
