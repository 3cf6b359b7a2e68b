// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "baselines.h"

namespace weft::perf {

void spmvBaseline(const float *values, const int32_t *columns, const int32_t *starts,
                  const float *x, float *y, int rows) {
#pragma omp parallel for schedule(static)
  for (int row = 0; row < rows; ++row) {
    float sum = 0;
    for (int i = starts[row]; i < starts[row + 1]; ++i)
      sum += values[i] * x[columns[i]];
    y[row] = sum;
  }
}

} // namespace weft::perf
