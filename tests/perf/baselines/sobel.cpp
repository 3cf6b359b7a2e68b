// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "baselines.h"

#include <algorithm>
#include <cmath>

namespace weft::perf {

void sobelBaseline(const uint8_t *in, uint8_t *out, int width, int height) {
  int pitch = width * 4;
#pragma omp parallel for schedule(static)
  for (int y = 1; y < height - 1; ++y) {
    const uint8_t *above = in + size_t(y - 1) * pitch;
    const uint8_t *row = above + pitch, *below = row + pitch;
    uint8_t *result = out + size_t(y) * pitch;
#pragma omp simd
    for (int i = 4; i < pitch - 4; ++i) {
      float gx = float(above[i - 4]) + 2.0f * float(row[i - 4]) + float(below[i - 4]) -
                 float(above[i + 4]) - 2.0f * float(row[i + 4]) - float(below[i + 4]);
      float gy = float(above[i - 4]) + 2.0f * float(above[i]) + float(above[i + 4]) -
                 float(below[i - 4]) - 2.0f * float(below[i]) - float(below[i + 4]);
      result[i] = uint8_t(std::min(0.5f * std::sqrt(gx * gx + gy * gy), 255.0f));
    }
  }
}

} // namespace weft::perf
