// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "baselines.h"

void weft::perf::triadBaseline(const float *b, const float *c, float *a, float scale,
                               size_t count) {
#pragma omp parallel for simd schedule(static)
  for (size_t i = 0; i < count; ++i)
    a[i] = b[i] + scale * c[i];
}
