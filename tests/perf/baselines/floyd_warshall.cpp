// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "baselines.h"

namespace weft::perf {

void floydWarshallBaseline(uint32_t *distances, uint32_t *through, uint32_t n) {
#pragma omp parallel
  for (uint32_t k = 0; k < n; ++k) {
    const uint32_t *fromK = distances + size_t(k) * n;
#pragma omp for schedule(static)
    for (uint32_t y = 0; y < n; ++y) {
      uint32_t *row = distances + size_t(y) * n, *rowThrough = through + size_t(y) * n;
      uint32_t toK = row[k];
#pragma omp simd
      for (uint32_t x = 0; x < n; ++x) {
        uint32_t direct = row[x], detour = toK + fromK[x];
        row[x] = detour < direct ? detour : direct;
        rowThrough[x] = detour < direct ? k : rowThrough[x];
      }
    }
  }
}

} // namespace weft::perf
