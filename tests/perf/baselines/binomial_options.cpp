// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "baselines.h"
#include "simd.h"

#include <cmath>

namespace weft::perf {

void binomialOptionsBaseline(const float *price, const float *strike, const float *years,
                             float *call, float riskless, float volatility, int count) {
  constexpr int Steps = 254;
#pragma omp parallel for schedule(static)
  for (int option = 0; option < count; ++option) {
    float dt = years[option] / Steps;
    float step = volatility * std::sqrt(dt);
    float up = std::exp(step);
    float down = 1.0f / up;
    float growth = std::exp(riskless * dt);
    float probability = (growth - down) / (up - down);
    float upWeight = probability / growth;
    float downWeight = (1.0f - probability) / growth;

    // Whole vectors: what lies beyond the live leaves is never used by them.
    alignas(64) float now[Steps + 1 + 2 * Lanes] = {}, next[Steps + 1 + 2 * Lanes] = {};
    for (int i = 0; i <= Steps; ++i)
      now[i] = std::fmax(
          price[option] * std::exp(step * (2.0f * float(i) - Steps)) - strike[option], 0.0f);
    for (int j = Steps; j > 0; j -= 2) {
      for (int i = 0; i < (j + Lanes - 1) / Lanes * Lanes; ++i)
        next[i] = upWeight * now[i + 1] + downWeight * now[i];
      for (int i = 0; i < (j + Lanes - 2) / Lanes * Lanes; ++i)
        now[i] = upWeight * next[i + 1] + downWeight * next[i];
    }
    call[option] = now[0];
  }
}

} // namespace weft::perf
