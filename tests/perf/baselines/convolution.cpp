// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "baselines.h"

#include <algorithm>

namespace weft::perf {

static constexpr int Radius = 2, Size = 2 * Radius + 1;

static float atBorder(const float *const rows[Size], const float *filter, int x, int width) {
  float sum = 0;
  for (int dy = 0; dy < Size; ++dy)
    for (int dx = 0; dx < Size; ++dx)
      sum += rows[dy][std::clamp(x + dx - Radius, 0, width - 1)] * filter[dy * Size + dx];
  return sum;
}

void convolutionBaseline(const float *in, float *out, const float *filter, int width, int height) {
#pragma omp parallel for schedule(static)
  for (int y = 0; y < height; ++y) {
    const float *rows[Size];
    for (int dy = 0; dy < Size; ++dy)
      rows[dy] = in + size_t(std::clamp(y + dy - Radius, 0, height - 1)) * width;
    float *result = out + size_t(y) * width;
    for (int x = 0; x < Radius; ++x)
      result[x] = atBorder(rows, filter, x, width);
#pragma omp simd
    for (int x = Radius; x < width - Radius; ++x) {
      float sum = 0;
      for (int dy = 0; dy < Size; ++dy)
        for (int dx = 0; dx < Size; ++dx)
          sum += rows[dy][x + dx - Radius] * filter[dy * Size + dx];
      result[x] = sum;
    }
    for (int x = width - Radius; x < width; ++x)
      result[x] = atBorder(rows, filter, x, width);
  }
}

} // namespace weft::perf
