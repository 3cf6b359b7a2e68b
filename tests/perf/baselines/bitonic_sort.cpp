// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "baselines.h"
#include "simd.h"

#include <utility>

namespace weft::perf {

/// Each lane's partner `Distance` lanes away.
template <int Distance, int... I>
static UintV partners(UintV keys, std::integer_sequence<int, I...>) {
  return __builtin_shufflevector(keys, keys, (I ^ Distance)...);
}

template <int Distance> static void withinVectors(uint32_t *keys, uint32_t count, uint32_t run) {
  UintV lanes = __builtin_convertvector(laneIds(), UintV);
#pragma omp parallel for schedule(static)
  for (uint32_t i = 0; i < count; i += Lanes) {
    UintV mine = load<UintV>(&keys[i]);
    UintV other = partners<Distance>(mine, std::make_integer_sequence<int, Lanes>());
    UintV at = i + lanes;
    IntV takesLow = ((at & uint32_t(Distance)) == 0) == ((at & run) == 0);
    UintV low = __builtin_elementwise_min(mine, other),
          high = __builtin_elementwise_max(mine, other);
    store(&keys[i], takesLow ? low : high);
  }
}

static void acrossVectors(uint32_t *keys, uint32_t count, uint32_t run, uint32_t distance) {
#pragma omp parallel for schedule(static)
  for (uint32_t i = 0; i < count / 2; i += Lanes) {
    uint32_t left = (i / distance) * 2 * distance + i % distance;
    UintV a = load<UintV>(&keys[left]), b = load<UintV>(&keys[left + distance]);
    UintV low = __builtin_elementwise_min(a, b), high = __builtin_elementwise_max(a, b);
    bool rising = (left & run) == 0;
    store(&keys[left], rising ? low : high);
    store(&keys[left + distance], rising ? high : low);
  }
}

void bitonicSortBaseline(uint32_t *keys, uint32_t count) {
  for (uint32_t run = 2; run <= count; run *= 2) {
    for (uint32_t distance = run / 2; distance > 0; distance /= 2) {
      if (distance >= Lanes)
        acrossVectors(keys, count, run, distance);
      else if (distance == 8)
        withinVectors<8 % Lanes>(keys, count, run);
      else if (distance == 4)
        withinVectors<4 % Lanes>(keys, count, run);
      else if (distance == 2)
        withinVectors<2>(keys, count, run);
      else
        withinVectors<1>(keys, count, run);
    }
  }
}

} // namespace weft::perf
