// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "baselines.h"
#include "simd.h"

namespace weft::perf {

void randomWalkBaseline(const uint32_t *seeds, uint32_t *steps, size_t count, int radius,
                        uint32_t most) {
#pragma omp parallel for schedule(dynamic, 64)
  for (size_t first = 0; first < count; first += Lanes) {
    UintV random = load<UintV>(&seeds[first]) | 1u;
    IntV x = 0, y = 0, step = 0, live = -1;
    for (uint32_t i = 0; i < most; ++i) {
      live &= x * x + y * y < radius * radius;
      if (!any(live))
        break;
      random ^= random << 13;
      random ^= random >> 17;
      random ^= random << 5;
      UintV way = random >> 30;
      // A lane that has left may wander on: it never lives again, and its steps stay.
      IntV forth = 1 - 2 * __builtin_convertvector(way & 1u, IntV);
      IntV alongX = way < 2u;
      x += alongX & forth;
      y += ~alongX & forth;
      step -= live;
    }
    store(&steps[first], step);
  }
}

} // namespace weft::perf
