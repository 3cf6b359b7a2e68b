// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "baselines.h"

namespace weft::perf {

void luBaseline(float *matrix, int n) {
#pragma omp parallel
  for (int k = 0; k < n - 1; ++k) {
#pragma omp for schedule(static)
    for (int row = k + 1; row < n; ++row)
      matrix[row * n + k] /= matrix[k * n + k];
#pragma omp for schedule(static)
    for (int row = k + 1; row < n; ++row) {
      float factor = matrix[row * n + k];
#pragma omp simd
      for (int column = k + 1; column < n; ++column)
        matrix[row * n + column] -= factor * matrix[k * n + column];
    }
  }
}

} // namespace weft::perf
