// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "baselines.h"

#include <utility>

namespace weft::perf {

static constexpr uint32_t Digits = 16;

void radixSortBaseline(uint32_t *keys, uint32_t *other, uint32_t *counts, uint32_t items,
                       uint32_t perItem) {
  for (uint32_t shift = 0; shift < 32; shift += 4) {
#pragma omp parallel for schedule(static)
    for (uint32_t item = 0; item < items; ++item) {
      uint32_t own[Digits] = {};
      for (uint32_t i = 0; i < perItem; ++i)
        ++own[(keys[item * perItem + i] >> shift) & (Digits - 1)];
      for (uint32_t digit = 0; digit < Digits; ++digit)
        counts[digit * items + item] = own[digit];
    }
    uint32_t running = 0;
    for (uint32_t i = 0; i < Digits * items; ++i)
      running += std::exchange(counts[i], running);
#pragma omp parallel for schedule(static)
    for (uint32_t item = 0; item < items; ++item) {
      uint32_t next[Digits];
      for (uint32_t digit = 0; digit < Digits; ++digit)
        next[digit] = counts[digit * items + item];
      for (uint32_t i = 0; i < perItem; ++i) {
        uint32_t key = keys[item * perItem + i];
        other[next[(key >> shift) & (Digits - 1)]++] = key;
      }
    }
    std::swap(keys, other);
  }
}

} // namespace weft::perf
