// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "baselines.h"

namespace weft::perf {

void dct8x8Baseline(const float *in, float *out, const float *cosines, int width, int height) {
  constexpr int N = 8;
  float transposed[N][N];
  for (int x = 0; x < N; ++x)
    for (int k = 0; k < N; ++k)
      transposed[k][x] = cosines[x * N + k];
#pragma omp parallel for schedule(static)
  for (int y = 0; y < height; y += N) {
    for (int x = 0; x < width; x += N) {
      const float *block = in + size_t(y) * width + x;
      float *result = out + size_t(y) * width + x;
      alignas(64) float between[N][N];
      for (int v = 0; v < N; ++v) {
        float sum[N] = {};
        for (int k = 0; k < N; ++k)
          for (int u = 0; u < N; ++u)
            sum[u] += cosines[v * N + k] * block[size_t(k) * width + u];
        for (int u = 0; u < N; ++u)
          between[v][u] = sum[u];
      }
      for (int v = 0; v < N; ++v) {
        float sum[N] = {};
        for (int k = 0; k < N; ++k)
          for (int u = 0; u < N; ++u)
            sum[u] += between[v][k] * transposed[k][u];
        for (int u = 0; u < N; ++u)
          result[size_t(v) * width + u] = sum[u];
      }
    }
  }
}

} // namespace weft::perf
