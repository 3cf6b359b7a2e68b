// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "baselines.h"

namespace weft::perf {

static constexpr uint32_t Bins = 256;

void histogramBaseline(const uint32_t *data, uint32_t *partial, uint32_t *histogram, uint32_t words,
                       uint32_t groups) {
  uint32_t perGroup = words / groups;
#pragma omp parallel for schedule(static)
  for (uint32_t group = 0; group < groups; ++group) {
    uint32_t bins[Bins] = {};
    for (uint32_t i = group * perGroup; i < (group + 1) * perGroup; ++i) {
      uint32_t word = data[i];
      ++bins[word & 0xff];
      ++bins[(word >> 8) & 0xff];
      ++bins[(word >> 16) & 0xff];
      ++bins[word >> 24];
    }
    for (uint32_t i = 0; i < Bins; ++i)
      partial[group * Bins + i] = bins[i];
  }
  for (uint32_t bin = 0; bin < Bins; ++bin)
    histogram[bin] = 0;
  for (uint32_t group = 0; group < groups; ++group)
    for (uint32_t bin = 0; bin < Bins; ++bin)
      histogram[bin] += partial[group * Bins + bin];
}

} // namespace weft::perf
