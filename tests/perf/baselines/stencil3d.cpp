// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "baselines.h"

namespace weft::perf {

void stencil3dBaseline(const float *in, float *out, int width, int height, int depth, float centre,
                       float neighbour) {
  size_t plane = size_t(width) * height;
#pragma omp parallel for collapse(2) schedule(static)
  for (int z = 1; z < depth - 1; ++z) {
    for (int y = 1; y < height - 1; ++y) {
      const float *row = in + z * plane + size_t(y) * width;
      float *result = out + z * plane + size_t(y) * width;
#pragma omp simd
      for (int x = 1; x < width - 1; ++x)
        result[x] = neighbour * (row[x - 1] + row[x + 1] + row[x - width] + row[x + width] +
                                 (row - plane)[x] + row[x + plane]) -
                    centre * row[x];
    }
  }
}

} // namespace weft::perf
