// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "baselines.h"

namespace weft::perf {

void reductionBaseline(const float *in, float *partial, int groups) {
  constexpr int Size = 256;
#pragma omp parallel for schedule(static)
  for (int group = 0; group < groups; ++group) {
    const float *first = in + size_t(group) * Size * 2;
    alignas(64) float scratch[Size];
    for (int i = 0; i < Size; ++i)
      scratch[i] = first[i] + first[i + Size];
    for (int stride = Size / 2; stride > 0; stride /= 2)
      for (int i = 0; i < stride; ++i)
        scratch[i] += scratch[i + stride];
    partial[group] = scratch[0];
  }
}

} // namespace weft::perf
