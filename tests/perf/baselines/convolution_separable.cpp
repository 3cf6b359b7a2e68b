// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "baselines.h"

#include <algorithm>

namespace weft::perf {

static constexpr int Radius = 8, Taps = 2 * Radius + 1;

static void filterRow(const float *in, float *out, const float *filter, int width) {
  auto border = [&](int x) {
    float sum = 0;
    for (int i = 0; i < Taps; ++i)
      sum += in[std::clamp(x + i - Radius, 0, width - 1)] * filter[i];
    out[x] = sum;
  };
  for (int x = 0; x < Radius; ++x)
    border(x);
#pragma omp simd
  for (int x = Radius; x < width - Radius; ++x) {
    float sum = 0;
    for (int i = 0; i < Taps; ++i)
      sum += in[x + i - Radius] * filter[i];
    out[x] = sum;
  }
  for (int x = width - Radius; x < width; ++x)
    border(x);
}

void convolutionSeparableBaseline(const float *in, float *between, float *out, const float *filter,
                                  int width, int height) {
#pragma omp parallel
  {
#pragma omp for schedule(static)
    for (int y = 0; y < height; ++y)
      filterRow(in + size_t(y) * width, between + size_t(y) * width, filter, width);
#pragma omp for schedule(static)
    for (int y = 0; y < height; ++y) {
      const float *rows[Taps];
      for (int i = 0; i < Taps; ++i)
        rows[i] = between + size_t(std::clamp(y + i - Radius, 0, height - 1)) * width;
      float *result = out + size_t(y) * width;
#pragma omp simd
      for (int x = 0; x < width; ++x) {
        float sum = 0;
        for (int i = 0; i < Taps; ++i)
          sum += rows[i][x] * filter[i];
        result[x] = sum;
      }
    }
  }
}

} // namespace weft::perf
