// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "baselines.h"
#include "simd.h"

#include <cmath>

namespace weft::perf {

void nbodyBaseline(const Float4 *positions, const Float4 *velocities, Float4 *newPositions,
                   Float4 *newVelocities, int count, float timeStep, float softening) {
#pragma omp parallel for schedule(static)
  for (int first = 0; first < count; first += Lanes) {
    float px[Lanes], py[Lanes], pz[Lanes];
    float ax[Lanes] = {}, ay[Lanes] = {}, az[Lanes] = {};
    for (int l = 0; l < Lanes; ++l) {
      px[l] = positions[first + l].x;
      py[l] = positions[first + l].y;
      pz[l] = positions[first + l].z;
    }
    for (int j = 0; j < count; ++j) {
      Float4 other = positions[j];
#pragma omp simd
      for (int l = 0; l < Lanes; ++l) {
        float x = other.x - px[l], y = other.y - py[l], z = other.z - pz[l];
        float inverse = 1 / std::sqrt(x * x + y * y + z * z + softening);
        float s = other.w * inverse * inverse * inverse;
        ax[l] += s * x;
        ay[l] += s * y;
        az[l] += s * z;
      }
    }
    float half = 0.5f * timeStep * timeStep;
    for (int l = 0; l < Lanes; ++l) {
      Float4 p = positions[first + l], v = velocities[first + l];
      newPositions[first + l] = {p.x + v.x * timeStep + ax[l] * half,
                                 p.y + v.y * timeStep + ay[l] * half,
                                 p.z + v.z * timeStep + az[l] * half, p.w};
      newVelocities[first + l] = {v.x + ax[l] * timeStep, v.y + ay[l] * timeStep,
                                  v.z + az[l] * timeStep, 0};
    }
  }
}

} // namespace weft::perf
