// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The assignment step of k-means: each work-item finds the nearest centre of its point. Features are
// stored one after the other for all points, so that neighbours read neighbours.

kernel void assign(global const float *features, global const float *centres,
                   global uint *membership, uint points, uint clusters, uint dimensions) {
  uint point = get_global_id(0);
  if (point >= points)
    return;
  uint best = 0;
  float least = FLT_MAX;
  for (uint cluster = 0; cluster < clusters; ++cluster) {
    float distance = 0.0f;
    for (uint d = 0; d < dimensions; ++d) {
      float difference = features[d * points + point] - centres[cluster * dimensions + d];
      distance += difference * difference;
    }
    if (distance < least) {
      least = distance;
      best = cluster;
    }
  }
  membership[point] = best;
}
