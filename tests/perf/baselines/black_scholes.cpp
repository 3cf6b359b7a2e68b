// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "baselines.h"

#include <cmath>

namespace weft::perf {

static inline float cumulativeNormal(float d) {
  const float a1 = 0.31938153f, a2 = -0.356563782f, a3 = 1.781477937f, a4 = -1.821255978f,
              a5 = 1.330274429f;
  float k = 1.0f / (1.0f + 0.2316419f * std::fabs(d));
  float tail = 0.39894228040143267794f * std::exp(-0.5f * d * d) *
               (k * (a1 + k * (a2 + k * (a3 + k * (a4 + k * a5)))));
  return d > 0 ? 1.0f - tail : tail;
}

void blackScholesBaseline(const float *price, const float *strike, const float *years, float *call,
                          float *put, float riskless, float volatility, size_t count) {
#pragma omp parallel for simd schedule(static)
  for (size_t i = 0; i < count; ++i) {
    float s = price[i], x = strike[i], t = years[i];
    float rootT = std::sqrt(t);
    float d1 =
        (std::log(s / x) + (riskless + 0.5f * volatility * volatility) * t) / (volatility * rootT);
    float d2 = d1 - volatility * rootT;
    float n1 = cumulativeNormal(d1);
    float n2 = cumulativeNormal(d2);
    float discounted = x * std::exp(-riskless * t);
    call[i] = s * n1 - discounted * n2;
    put[i] = discounted * (1.0f - n2) - s * (1.0f - n1);
  }
}

} // namespace weft::perf
