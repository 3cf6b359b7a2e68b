// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "baselines.h"
#include "simd.h"

namespace weft::perf {

void matmulNaiveBaseline(const float *a, const float *b, float *c, int n) {
#pragma omp parallel for schedule(static)
  for (int row = 0; row < n; ++row) {
    for (int column = 0; column < n; column += Lanes) {
      FloatV sum = 0;
      for (int k = 0; k < n; ++k)
        sum = __builtin_elementwise_fma(FloatV(a[row * n + k]), load<FloatV>(&b[k * n + column]),
                                        sum);
      store(&c[row * n + column], sum);
    }
  }
}

} // namespace weft::perf
