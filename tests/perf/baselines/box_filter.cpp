// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "baselines.h"

#include <algorithm>

namespace weft::perf {

static constexpr int Radius = 4, Taps = 2 * Radius + 1;

static void horizontal(const uint8_t *in, uint8_t *out, int width) {
  auto border = [&](int x) {
    for (int channel = 0; channel < 4; ++channel) {
      uint32_t sum = 0;
      for (int i = -Radius; i <= Radius; ++i)
        sum += in[std::clamp(x + i, 0, width - 1) * 4 + channel];
      out[x * 4 + channel] = uint8_t(sum / Taps);
    }
  };
  for (int x = 0; x < Radius; ++x)
    border(x);
#pragma omp simd
  for (int i = Radius * 4; i < (width - Radius) * 4; ++i) {
    uint16_t sum = 0;
    for (int tap = -Radius; tap <= Radius; ++tap)
      sum += in[i + tap * 4];
    out[i] = uint8_t(sum / Taps);
  }
  for (int x = width - Radius; x < width; ++x)
    border(x);
}

void boxFilterBaseline(const uint8_t *in, uint8_t *between, uint8_t *out, int width, int height) {
  size_t pitch = size_t(width) * 4;
#pragma omp parallel
  {
#pragma omp for schedule(static)
    for (int y = 0; y < height; ++y)
      horizontal(in + y * pitch, between + y * pitch, width);
#pragma omp for schedule(static)
    for (int y = 0; y < height; ++y) {
      const uint8_t *rows[Taps];
      for (int i = 0; i < Taps; ++i)
        rows[i] = between + size_t(std::clamp(y + i - Radius, 0, height - 1)) * pitch;
      uint8_t *result = out + y * pitch;
#pragma omp simd
      for (size_t i = 0; i < pitch; ++i) {
        uint16_t sum = 0;
        for (int tap = 0; tap < Taps; ++tap)
          sum += rows[tap][i];
        result[i] = uint8_t(sum / Taps);
      }
    }
  }
}

} // namespace weft::perf
