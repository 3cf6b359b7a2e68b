// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "baselines.h"

namespace weft::perf {

void stencil2dBaseline(const float *in, float *out, int width, int height) {
#pragma omp parallel for schedule(static)
  for (int y = 1; y < height - 1; ++y) {
    const float *row = in + size_t(y) * width;
    const float *above = row - width, *below = row + width;
    float *result = out + size_t(y) * width;
#pragma omp simd
    for (int x = 1; x < width - 1; ++x)
      result[x] = 0.2f * (row[x] + row[x - 1] + row[x + 1] + above[x] + below[x]);
  }
}

} // namespace weft::perf
