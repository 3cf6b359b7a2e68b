// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "baselines.h"
#include "simd.h"

#include <cfloat>

namespace weft::perf {

void kmeansBaseline(const float *features, const float *centres, uint32_t *membership,
                    uint32_t points, uint32_t clusters, uint32_t dimensions) {
  // The number of points is a multiple of every width.
#pragma omp parallel for schedule(static)
  for (uint32_t point = 0; point < points; point += Lanes) {
    IntV best = 0;
    FloatV least = FLT_MAX;
    for (uint32_t cluster = 0; cluster < clusters; ++cluster) {
      FloatV distance = 0;
      for (uint32_t d = 0; d < dimensions; ++d) {
        FloatV difference =
            load<FloatV>(&features[size_t(d) * points + point]) - centres[cluster * dimensions + d];
        distance += difference * difference;
      }
      IntV nearer = distance < least;
      least = nearer ? distance : least;
      best = nearer ? IntV(int(cluster)) : best;
    }
    store(&membership[point], best);
  }
}

} // namespace weft::perf
